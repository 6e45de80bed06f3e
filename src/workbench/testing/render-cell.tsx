import { render } from "@testing-library/react";
import { StrictMode } from "react";
import type { Json, RecordData } from "../../model/record.ts";
import type { CellPlugin } from "../../plugin/widget.ts";
import { recordedSpeech } from "../harness/recorded-speech.ts";
import type { HostCall } from "../harness/recording-host.ts";
import { givenManifest, givenOptions } from "./given-plugin.ts";

export interface CellGiven {
  readonly value?: Json | undefined;
  /** Checked by the manifest, which fills in defaults. */
  readonly options?: object | undefined;
  /** Enum labels of the field. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** The whole row. */
  readonly record?: RecordData | undefined;
  /** BCP 47. Default: `en-GB`. */
  readonly locale?: string | undefined;
  /** IANA. Default: `UTC`. */
  readonly timeZone?: string | undefined;
  /** The title of the row. Default: `Row`. */
  readonly title?: string | undefined;
  /** The time. Default: that of the computer. */
  readonly now?: number | undefined;
  /** The language of the screen and of the messages. Default: `en`. */
  readonly language?: string | undefined;
  /** Messages of the entity and of messages.json, by key. */
  readonly messages?: Readonly<Record<string, string>> | undefined;
  /** Called with each message that is missing, or whose placeholder gets no value. */
  onAsked?(call: HostCall): void;
}

/**
 * Renders a cell as a list does, in a table, in StrictMode. Throws an Error for a manifest or options that are not valid. Call
 * testing-library's `cleanup` after each test.
 *
 * ```tsx
 * const { cell } = renderCell(plugin, manifest, { value: 1234.5, options: { unit: "kg" } });
 * expect(cell.textContent).toBe("1,234.5 kg");
 * ```
 *
 * @param plugin default export of `index.tsx`
 * @param manifest default export of `plugin.json`
 */
export function renderCell(plugin: CellPlugin, manifest: object, given: CellGiven = {}) {
  const checked = givenManifest(manifest);
  const { value, labels, record = {}, title = "Row", language = "en", messages } = given;
  const { locale = "en-GB", timeZone = "UTC" } = given;
  const options = givenOptions(checked, given.options ?? {});
  const message = recordedSpeech(
    { manifest: checked, messages, language },
    () => ({ label: "" }),
    (missing) => given.onAsked?.(missing),
  );
  const { cell: Cell } = plugin;
  const draw = (now: Json | undefined) => (
    <StrictMode>
      <table>
        <tbody>
          <tr>
            <td>
              <Cell
                value={now}
                options={options}
                labels={labels}
                record={record}
                locale={locale}
                language={language}
                timeZone={timeZone}
                title={title}
                icon={undefined}
                now={given.now ?? Date.now()}
                message={message}
              />
            </td>
          </tr>
        </tbody>
      </table>
    </StrictMode>
  );
  const view = render(draw(value));
  const cell = view.container.querySelector("td");
  if (cell === null) throw new Error("The cell's place in the table is gone.");
  return {
    ...view,
    /** The `<td>` around it. */
    cell,
    /** Another value from outside. */
    change: (next: Json | undefined) => view.rerender(draw(next)),
  };
}
