import { inWords } from "../shape.ts";
import type { ManifestCheck } from "./manifest-check.ts";

/** A plugin is the default for kinds of value that it takes, and names each kind once; errors are no cell's to draw. */
export const checkKinds: ManifestCheck = ({ manifest }, report) => {
  const { values, defaultFor = [] } = manifest;
  if (manifest.kind === "cell" && manifest.showsErrors !== undefined) {
    const fault = { message: "A cell has no errors to draw.", mend: 'Remove "showsErrors".' };
    report("/showsErrors", "BAD_PLUGIN", fault);
  }
  for (const [name, kinds] of Object.entries({ values, defaultFor })) {
    kinds.forEach((kind, index) => {
      if (kinds.indexOf(kind) === index) return;
      const fault = { message: `${inWords(kind)} is given a second time.`, mend: "Remove one of the two." };
      report(`/${name}/${index}`, "BAD_PLUGIN", fault);
    });
  }
  defaultFor.forEach((kind, index) => {
    if (values.includes(kind)) return;
    report(`/defaultFor/${index}`, "BAD_PLUGIN", {
      message: `The plugin is the default for "${kind}", which is none of its "values".`,
      mend: `Add "${kind}" to "values", or remove it here.`,
    });
  });
};
