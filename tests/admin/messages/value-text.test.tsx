import { expect, it } from "vitest";
import { formFieldsOf } from "../../../src/admin/form/state/field-views.ts";
import { makeSay } from "../../../src/admin/messages/say.ts";
import { valueText } from "../../../src/admin/messages/value-text.ts";
import { library } from "../form/library.ts";

it("of a formatted text, each paragraph, item and break has a line of its own", async () => {
  const { entities, messages } = await library();
  const fields = [...entities.values()].flatMap((entity) => formFieldsOf(entity));
  const note = fields.find(({ field }) => field.valueType === "html");
  if (note === undefined) throw new Error("no formatted text");
  const html =
    "<h2>Gulls</h2><p>They <b>fly</b>.</p><p>They<br>swim.</p><ul><li>Eggs</li><li>Nests</li></ul>";
  const say = makeSay(messages.en);
  expect(valueText(note.field, html, say)).toBe("Gulls\nThey fly.\nThey\nswim.\nEggs\nNests");
});
