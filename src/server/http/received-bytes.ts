/** A chunk has an overhead of some hundred bytes: smaller ones are copied together into blocks. */
const MIN_CHUNK = 1024;
const BLOCK = 4 * 1024;

export type ReceivedBytes = ReturnType<typeof receivedBytes>;

/**
 * Bytes that arrive in chunks of any size, in no more memory than is reserved for them.
 * @param reserve is called before memory is taken; what it throws, `add` throws
 */
export function receivedBytes(reserve: (bytes: number) => void) {
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
    get length(): number {
      return length;
    },
    add(chunk: Uint8Array): void {
      if (chunk.length === 0) return;
      if (block === undefined || filled + chunk.length > BLOCK) {
        const isSmall = chunk.length < MIN_CHUNK;
        reserve(isSmall ? BLOCK : chunk.length);
        closeBlock();
        filled = 0;
        // Not from Node's pool: a part of that would keep all of it in memory.
        if (isSmall) block = Buffer.allocUnsafeSlow(BLOCK);
        parts.push(block ?? chunk);
      }
      block?.set(chunk, filled);
      filled += chunk.length;
      length += chunk.length;
    },
    /** All bytes as one; gives the chunks up. */
    whole(): Buffer {
      closeBlock();
      const [only] = parts;
      const bytes =
        parts.length === 1 && only !== undefined
          ? Buffer.from(only.buffer, only.byteOffset, only.length)
          : Buffer.concat(parts, length);
      parts = [];
      return bytes;
    },
    clear(): void {
      parts = [];
      block = undefined;
    },
  };
}
