import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import type { Entity } from "../../model/entity.ts";
import { useRememberList } from "../shell/last-list.tsx";
import { type ListAddress, readListAddress, writeListAddress } from "./list-address.ts";

/** What the list shows lives in the address alone; `go` changes part of it, by default as a step that Back undoes. */
export function useListAddress(
  entity: Entity,
): readonly [ListAddress, (change: Partial<ListAddress>, step?: { readonly replace: boolean }) => void] {
  const [params, setParams] = useSearchParams();
  useRememberList(entity.id);
  const address = useMemo(() => readListAddress(params, entity), [params, entity]);
  const go = useCallback(
    (change: Partial<ListAddress>, step = { replace: false }) =>
      setParams(writeListAddress({ ...address, ...change }), step),
    [address, setParams],
  );
  return [address, go];
}
