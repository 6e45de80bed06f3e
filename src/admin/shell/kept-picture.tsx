import "./record-parts.css";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { ownValue } from "../../record/json.ts";
import { smallImageUrl } from "../../wire/paths.ts";
import { ApiFailure } from "../api/failure.ts";
import { getBinnedImage } from "../api/journal.ts";
import { useClient } from "../services/services.ts";
import { Icon } from "./glyphs.tsx";

/** The record whose pictures are shown. */
interface PicturedRecord {
  readonly entity: string;
  readonly _id: string;
  /** It is in the bin: its pictures have no public address. */
  readonly binned?: true;
}

const RecordContext = createContext<PicturedRecord | undefined>(undefined);

interface PicturesOfProps {
  readonly record: PicturedRecord;
  readonly children: ReactNode;
}

/** Shows the pictures in it as those that the record has or had. */
export function PicturesOf({ record, children }: PicturesOfProps) {
  return <RecordContext value={record}>{children}</RecordContext>;
}

interface KeptPictureProps {
  readonly value: unknown;
  /** Read in its place. */
  readonly name: string;
  /** Said in place of a picture that is kept no more. */
  readonly gone: string;
}

/** A small picture that a record has or had: one that has no public address any more is asked for with the session. */
export function KeptPicture({ value, name, gone }: KeptPictureProps) {
  const record = useContext(RecordContext);
  const [fileName, imgUrl] = ["fileName", "imgUrl"].map((key) => ownValue(value, key));
  const [broken, setBroken] = useState<unknown>();
  const isPublic = typeof imgUrl === "string" && imgUrl !== broken && record?.binned !== true;
  const asked =
    isPublic || record === undefined || typeof fileName !== "string" ? undefined : { ...record, fileName };
  const kept = useBinnedImage(asked);
  const url = isPublic ? smallImageUrl(imgUrl) : kept.url;
  if (url !== undefined)
    return (
      <img
        className="record-thumb"
        src={url}
        alt={name}
        width={48}
        height={48}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(imgUrl)}
      />
    );
  if (kept.isGone || asked === undefined) return <span className="picture-gone">{gone}</span>;
  return (
    <span className="record-thumb record-thumb-none" role="img" aria-label={name}>
      <Icon name="image" />
    </span>
  );
}

/** The address of a picture that the bin keeps, fetched with the session, which an `img` element does not send. */
export function useBinnedImage(asked: (PicturedRecord & { readonly fileName: string }) | undefined): {
  readonly url?: string;
  readonly isGone?: boolean;
} {
  const client = useClient();
  const { entity, _id, fileName } = asked ?? {};
  const [found, setFound] = useState<ReturnType<typeof useBinnedImage>>({});
  useEffect(() => {
    if (entity === undefined || _id === undefined || fileName === undefined) return;
    const stop = new AbortController();
    let made: string | undefined;
    getBinnedImage(client, { entity, _id, fileName }, stop.signal).then(
      (bytes) => {
        if (stop.signal.aborted) return;
        made = URL.createObjectURL(bytes);
        setFound({ url: made });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setFound({ isGone: error instanceof ApiFailure && error.status === 404 });
      },
    );
    return () => {
      stop.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
      setFound({});
    };
  }, [client, entity, _id, fileName]);
  return found;
}
