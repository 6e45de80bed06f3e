import { FieldFailure, type ImageRecord, type Json, useHost, usePendingWork } from "admin";
import { type ClipboardEvent, useRef, useState } from "react";
import { type Hook, Note, type Props, widget } from "../good-plugins.tsx";
import type { BadPlugin } from "./bad-plugin.ts";

/** Takes a file, to upload it with the save. */
function Upload({
  keeps = false,
  rejects = (error: unknown): unknown => error,
  stops = true,
  removes = true,
  by = "input",
  ...props
}: Props & {
  by?: "input" | "paste" | "button";
  keeps?: boolean;
  rejects?: (error: unknown) => unknown;
  stops?: boolean;
  removes?: boolean;
}) {
  const host = useHost();
  const [file, setFile] = useState<File>();
  const done = useRef<ImageRecord>(undefined);
  usePendingWork<Json>(
    file && {
      async prepare({ signal, progress }) {
        const own = stops ? signal : new AbortController().signal;
        if (done.current === undefined || !keeps) {
          const [image] = await host.upload([file], { signal: own, onProgress: progress }).catch((error) => {
            throw rejects(error);
          });
          done.current = image;
        }
        return done.current?.imgUrl ?? null;
      },
      saved: () => setFile(undefined),
      left: () => {
        if (removes && done.current !== undefined) void host.removeUpload(done.current.fileName);
      },
    },
  );
  const isFixed = props.disabled || props.readOnly;
  const drawn = new File(["drawn"], "drawn.png", { type: "image/png" });
  const ways = {
    input: (
      <input
        type="file"
        aria-label="File"
        disabled={isFixed}
        onChange={(event) => setFile(event.currentTarget.files?.[0])}
      />
    ),
    button: (
      <button type="button" disabled={isFixed} onClick={() => setFile(drawn)}>
        Draw
      </button>
    ),
    paste: undefined,
  };
  const pasted = (event: ClipboardEvent) => {
    event.preventDefault();
    setFile(event.clipboardData.files[0]);
  };
  return <Note {...props} more={ways[by]} withInput={by === "paste" ? { onPaste: pasted } : {}} />;
}

/** Takes no typed text for a value: it says so at the save. */
function Picky({
  forgets = true,
  standIn = "note",
  ...props
}: Props & { forgets?: boolean; standIn?: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [seen, setSeen] = useState(props.value);
  if (seen !== props.value) {
    setSeen(props.value);
    if (forgets) setTyped(null);
  }
  usePendingWork(
    typed === null
      ? undefined
      : {
          ...(standIn === "" ? {} : { standIn }),
          prepare: () => Promise.reject(new FieldFailure("There is no such note")),
        },
  );
  return <Note {...props} onChange={setTyped} />;
}

/** It keeps the rule of pending work, which it uses to refuse. */
export const REFUSING_WIDGET: Hook = { exported: widget((props) => <Picky {...props} />) };

/** Widgets that hold pending work badly (P13), and one that may refuse with it. */
export const BAD_HOLDING: readonly BadPlugin[] = [
  {
    code: "P13",
    title: "uploads again what it has uploaded",
    exported: widget((props) => <Upload {...props} />),
    saying: "uploads again",
  },
  {
    code: "P13",
    title: "takes a failed upload for a bug",
    exported: widget((props) => <Upload {...props} keeps rejects={() => new Error("hm")} />),
    saying: "no FieldFailure but Error: hm",
  },
  {
    code: "P13",
    title: "uploads on after the save is cancelled",
    exported: widget((props) => <Upload {...props} keeps stops={false} />),
    saying: "goes on after the save is cancelled",
  },
  {
    code: "P13",
    title: "leaves its uploads behind",
    exported: widget((props) => <Upload {...props} keeps removes={false} />),
    saying: "leaving removes 0 of 1",
  },
  {
    code: "P13",
    title: "leaves its uploads behind when they were pasted",
    exported: widget((props) => <Upload {...props} keeps removes={false} by="paste" />),
    saying: "pending by paste: leaving removes 0 of 1",
  },
  {
    code: "P13",
    title: "refuses what was typed after it is gone",
    exported: widget((props) => <Picky {...props} forgets={false} />),
    saying: "what was typed is refused after another value came",
  },
  {
    code: "P13",
    title: "refuses what was typed in a field that is said to be empty",
    exported: widget((props) => <Picky {...props} standIn="" />),
    saying: "refuses what was typed without a standIn",
  },
  {
    code: "P13",
    title: "has a stand-in that another rule refuses first",
    exported: widget((props) => <Picky {...props} standIn="a note that is too long" />),
    manifest: {
      examples: [{ title: "Five", field: { type: "string", title: "Five", maxLength: 5 }, value: "abcde" }],
    },
    saying: 'its standIn "a note that is too long" breaks "maxLength"',
  },
  {
    code: "P13",
    title: "uploads again what a button held",
    exported: widget((props) => <Upload {...props} by="button" />),
    saying: "uploads again",
  },
];
