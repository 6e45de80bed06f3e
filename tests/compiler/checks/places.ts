import { checkConfig } from "../../../src/compiler/compile.ts";
import { libraryWith, PICTURES, PLUGINS } from "../../model/library.ts";

/** Which problems the changed library has, and where. */
export async function placesOf(
  changes: Parameters<typeof libraryWith>[0],
  plugins = PLUGINS,
): Promise<string[]> {
  const { problems } = checkConfig(await libraryWith(changes), plugins, PICTURES);
  return problems.map(({ code, file, path }) => `${code} ${file}#${path}`);
}
