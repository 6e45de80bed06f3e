import { useHost, usePendingWork, type WidgetProps } from "admin";
import { useEffect, useState, useSyncExternalStore } from "react";
import { chooseFiles, inMegabytes, kindsInWords, type Refusal } from "./choose-files.ts";
import type { ImageWork } from "./image-work.ts";
import type { MessageKey, Options, Value } from "./manifest.ts";
import { PendingPictures } from "./pending-pictures.ts";
import { readPictures, withoutPicture } from "./picture-value.ts";
import { giveUp, savePictures, standInFor } from "./save-pictures.ts";

/** An image of the field, stored or pending. */
export interface ShownPicture {
  readonly key: string;
  /** undefined while it is made. */
  readonly preview: string | undefined;
  readonly full: string | undefined;
  readonly fileName: string;
  readonly pending: boolean;
  /** Share of the compression that is done, 0 to 1; undefined when it is over. */
  readonly progress: number | undefined;
  remove(): void;
}

export type ImagesProps = WidgetProps<Value, Options> & { readonly work: ImageWork };

/** The images of a field with their actions, and its pending work. */
export function usePictures({ value, rules, options, onChange, work }: ImagesProps) {
  const host = useHost<MessageKey>();
  const [pending] = useState(() => new PendingPictures(work));
  const state = useSyncExternalStore(pending.subscribe, pending.snapshot);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  useEffect(() => () => pending.release(), [pending]);

  const several = rules.items !== undefined || rules.maxItems !== undefined || Array.isArray(value);
  const limit = several ? (rules.maxItems ?? Number.POSITIVE_INFINITY) : 1;
  const stored = readPictures(value);
  const waiting = state.pictures.filter(
    ({ uploaded }) =>
      !stored.some(({ fileName }) => fileName !== undefined && fileName === uploaded?.fileName),
  );
  const count = stored.length + waiting.length;

  const isPending = state.pictures.length > 0 || state.removed.length > 0 || state.orphans.length > 0;
  const standIn = standInFor(value, pending, several);
  const refuse = (refusal: Refusal) => setRefusals((before) => [...before, refusal]);
  usePendingWork<Value>(
    isPending
      ? {
          ...(standIn === null ? {} : { standIn }),
          draft: pending.draft(),
          prepare: (context) => savePictures(host, pending, value, several, context),
          saved: () => pending.clear(),
          left: () => void giveUp(host, pending),
        }
      : undefined,
    (draft) => pending.restore(draft, options, refuse),
  );

  const pictures: readonly ShownPicture[] = [
    ...stored.map((picture) => ({
      key: `stored-${picture.index}-${picture.url}`,
      preview: picture.url,
      full: picture.url,
      fileName: picture.fileName ?? "",
      pending: false,
      progress: undefined,
      remove() {
        setRefusals([]);
        const twin = state.pictures.find(({ uploaded }) => uploaded?.fileName === picture.fileName);
        if (twin?.uploaded !== undefined) pending.remove(twin.key);
        else if (picture.fileName !== undefined) pending.removeStored(picture.fileName);
        onChange(withoutPicture(value, picture.index, several));
      },
    })),
    ...waiting.map((picture) => ({
      key: picture.key,
      preview: picture.preview,
      full: picture.full,
      fileName: picture.name,
      pending: true,
      progress: picture.file === undefined ? picture.progress : undefined,
      remove() {
        setRefusals([]);
        pending.remove(picture.key);
      },
    })),
  ];

  const messageOf = ({ key, name }: Refusal) =>
    host.message(key, {
      name,
      limit: key === "tooLarge" ? inMegabytes(options.maxBytes) : limit,
      kinds: kindsInWords(options.types, host.language),
    });
  const beyond = refusals.find(({ key }) => key === "tooMany");
  return {
    pictures,
    several,
    limit,
    full: count >= limit,
    /** Messages about the files that were refused last. */
    refused: [...new Set(refusals.filter((one) => one !== beyond).map(messageOf))],
    /** The message that there was no room for further files. */
    leftOut: beyond && messageOf(beyond),
    add(files: readonly File[]) {
      const choice = chooseFiles(files, limit - count, options);
      setRefusals(choice.refused);
      pending.add(choice.taken, options, refuse);
    },
  };
}
