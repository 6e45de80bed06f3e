import type { PublicView } from "../../wire/views.ts";
import { useObservable } from "../api/observable.ts";
import { ChunkView, makeChunk, preloading } from "../problem/chunk.tsx";
import { useServices } from "../services/services.ts";

const QuestionChunk = makeChunk(() => import("./password-question.tsx"));
/** For as soon as there is unsaved input: after the session has ended, its code may be another version's. */
export const preloadRenewal = preloading(QuestionChunk);

interface RenewalDialogProps {
  readonly endpoints: PublicView["endpoints"];
}

/** The question for the password, over a screen with unsaved input whose session has ended. */
export function RenewalDialog({ endpoints }: RenewalDialogProps) {
  const ended = useObservable(useServices().renewals);
  return ended && <ChunkView chunk={QuestionChunk} key={ended.token} props={{ ended, endpoints }} />;
}
