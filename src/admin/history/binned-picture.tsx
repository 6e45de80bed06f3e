import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { Json } from "../../model/record.ts";
import { ownValue } from "../../record/json.ts";
import { getBinnedImage } from "../api/journal.ts";
import { useClient } from "../services/services.ts";
import { RecordThumb } from "../shell/record-parts.tsx";

/** A record of the bin: its images have no public address. */
interface Binned {
  readonly entity: string;
  readonly _id: string;
}

const BinnedContext = createContext<Binned | undefined>(undefined);

interface OfBinnedProps {
  /** undefined: the record is there. */
  readonly binned: Binned | undefined;
  readonly children: ReactNode;
}

/** Shows the pictures in it as those of a record of the bin. */
export function OfBinned({ binned, children }: OfBinnedProps) {
  return <BinnedContext value={binned}>{children}</BinnedContext>;
}

interface PictureThumbProps {
  /** A picture, or several, of which the first is shown. */
  readonly value: Json | undefined;
  readonly icon: string | undefined;
}

/** A small picture beside a name, also of a record in the bin. */
export function PictureThumb({ value, icon }: PictureThumbProps) {
  const binned = useContext(BinnedContext);
  const fileName = ownValue(Array.isArray(value) ? value[0] : value, "fileName");
  if (binned === undefined || typeof fileName !== "string") return <RecordThumb value={value} icon={icon} />;
  return <BinnedThumb entity={binned.entity} _id={binned._id} fileName={fileName} icon={icon} />;
}

interface BinnedThumbProps extends Binned, Pick<PictureThumbProps, "icon"> {
  readonly fileName: string;
}

/** Fetched with the session, which an `img` element does not send. */
function BinnedThumb({ entity, _id, fileName, icon }: BinnedThumbProps) {
  const client = useClient();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    let made: string | undefined;
    getBinnedImage(client, { entity, _id, fileName }, stop.signal).then(
      (bytes) => {
        if (stop.signal.aborted) return;
        made = URL.createObjectURL(bytes);
        setUrl(made);
      },
      // What is gone by now, or may not be seen, is a glyph.
      () => undefined,
    );
    return () => {
      stop.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [client, entity, _id, fileName]);
  return <RecordThumb value={url === undefined ? null : { imgUrl: url }} icon={icon} />;
}
