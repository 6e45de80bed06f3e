import { useParams } from "react-router-dom";
import type { OpenEntity } from "../../wire/views.ts";
import { BinScreen } from "./bin-screen.tsx";
import { HistoryScreen } from "./history-screen.tsx";
import { JournalScreen } from "./journal-screen.tsx";

/** The screens of what was changed, in one part of the program: of a record, of an entity's deleted records, of all. */
export default function ChangesScreen({ open }: { readonly open?: OpenEntity }) {
  const { id } = useParams();
  if (open === undefined) return <JournalScreen />;
  return id === undefined ? <BinScreen open={open} /> : <HistoryScreen open={open} id={id} />;
}
