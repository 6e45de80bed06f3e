import { isObject } from "../../model/json-value.ts";
import type { RecordData } from "../../model/record.ts";
import { JsonEditor } from "./json-editor.tsx";
import { isServer, SERVERS, type Server } from "./servers.ts";
import { Choice } from "./toolbar.tsx";

interface AroundFieldProps {
  readonly record: RecordData;
  readonly server: Server;
  onRecord(record: RecordData): void;
  onServer(server: Server): void;
}

/** The record that a widget stands in, and what its requests meet. */
export function AroundField({ record, server, onRecord, onServer }: AroundFieldProps) {
  return (
    <section className="gallery-panel" aria-labelledby="gallery-around">
      <h2 id="gallery-around">Around the field</h2>
      <JsonEditor
        label="Other fields of the record, as JSON"
        hint="What useSibling and useRecord answer, beside the field's own value."
        value={record}
        refusalOf={(value) => (isObject(value) ? undefined : "A record is an object: { }.")}
        onChange={(value) => isObject(value) && onRecord(value)}
      />
      <Choice
        label="Server"
        value={server}
        choices={Object.entries(SERVERS).map(([one, [text]]) => [one, text])}
        onChange={(one) => isServer(one) && onServer(one)}
      />
    </section>
  );
}
