/** Bytes that arrive in pieces, however small, in as much memory as is counted for them. */
export interface ReceivedBytes {
  readonly length: number;
  add(chunk: Uint8Array): void;
  /** All of them as one; what they were gathered in is given up. */
  whole(): Buffer;
  clear(): void;
}

/** A chunk has an overhead of some hundred bytes: smaller ones are copied together into blocks. */
const MIN_CHUNK = 1024;
const BLOCK = 4 * 1024;

/** @param hold is called before memory is taken; what it throws, `add` throws */
export function receivedBytes(hold: (bytes: number) => void): ReceivedBytes {
  let parts: Uint8Array[] = [];
  let length = 0;
  /** The last of the parts, where it is a block with room. */
  let block: Buffer | undefined;
  let filled = 0;

  const closeBlock = () => {
    if (block !== undefined) parts[parts.length - 1] = block.subarray(0, filled);
    block = undefined;
  };

  return {
    get length() {
      return length;
    },
    add(chunk) {
      if (chunk.length === 0) return;
      const fits = block !== undefined && filled + chunk.length <= BLOCK;
      if (!fits) {
        const isSmall = chunk.length < MIN_CHUNK;
        hold(isSmall ? BLOCK : chunk.length);
        closeBlock();
        filled = 0;
        // Not of Node's pool: a piece of that would keep all of it.
        if (isSmall) block = Buffer.allocUnsafeSlow(BLOCK);
        parts.push(block ?? chunk);
      }
      if (block !== undefined) {
        block.set(chunk, filled);
        filled += chunk.length;
      }
      length += chunk.length;
    },
    whole() {
      closeBlock();
      const [only] = parts;
      const bytes =
        parts.length === 1 && only !== undefined
          ? Buffer.from(only.buffer, only.byteOffset, only.length)
          : Buffer.concat(parts, length);
      parts = [];
      return bytes;
    },
    clear() {
      parts = [];
      block = undefined;
    },
  };
}
