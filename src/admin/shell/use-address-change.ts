import { useCallback, useRef } from "react";
import { useNavigate } from "react-router-dom";

/** Changes part of what an address says, by default as a step that Back undoes. */
export type ChangeAddress<Address> = (change: Partial<Address>, step?: { readonly replace: boolean }) => void;

/**
 * Of two changes before the next drawing, the second begins where the first has led: neither is lost.
 * @param address what the address says, as drawn
 * @param write its query, without "?"; the same function at each drawing
 */
export function useAddressChange<Address>(
  address: Address,
  write: (address: Address) => string,
): ChangeAddress<Address> {
  const navigate = useNavigate();
  /** The address as drawn when it was changed last, and where its changes have led since. */
  const asked = useRef([address, address] as const);
  return useCallback(
    (change, step = { replace: false }) => {
      const [drawn, last] = asked.current;
      const next = { ...(drawn === address ? last : address), ...change };
      asked.current = [address, next];
      void navigate(`?${write(next)}`, step);
    },
    [address, write, navigate],
  );
}
