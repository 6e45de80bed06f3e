import type { ImageRecord } from "admin";
import type { Refusal } from "./choose-files.ts";
import { type ImageWork, makeReady, NotReady } from "./image-work.ts";
import type { Options } from "./manifest.ts";

/** A chosen image that is not part of the record yet. */
interface PendingPicture {
  readonly key: string;
  readonly name: string;
  /** As it was chosen. */
  readonly source: File;
  /** The file to upload; absent while it is compressed. */
  readonly file?: File;
  /** Share of the compression that is done, 0 to 1. */
  readonly progress: number;
  /** Object URLs. */
  readonly preview?: string;
  readonly full?: string;
  /** Its upload, from a save that failed afterwards. */
  readonly uploaded?: ImageRecord;
}

interface PendingState {
  readonly pictures: readonly PendingPicture[];
  /** File names of images of the record that were removed from the field. */
  readonly removed: readonly string[];
  /** File names of uploads that were removed from the field. */
  readonly orphans: readonly string[];
}

/** What another form needs to go on with the same changes. */
interface PicturesDraft {
  /** `isReady`: it is compressed already. */
  readonly pictures: readonly { readonly file: File; readonly isReady: boolean }[];
  readonly removed: readonly string[];
}

const EMPTY: PendingState = { pictures: [], removed: [], orphans: [] };

/** The changes of a field of images until the form is saved. It owns the object URLs of its previews. */
export class PendingPictures {
  private state = EMPTY;
  private readonly listeners = new Set<() => void>();
  private readonly jobs = new Map<
    string,
    { readonly abort: AbortController; readonly done: Promise<void> }
  >();
  private count = 0;
  private lastDraft: PicturesDraft = { pictures: [], removed: [] };

  constructor(private readonly work: ImageWork) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): PendingState => this.state;

  /** Adds files at the end and compresses them. One that cannot be used is removed again, with `onRefused`. */
  add(files: readonly File[], options: Options, onRefused: (refusal: Refusal) => void): void {
    for (const file of files) {
      this.count += 1;
      const key = `picture-${this.count}`;
      const abort = new AbortController();
      this.change({
        pictures: [...this.state.pictures, { key, name: file.name, source: file, progress: 0 }],
      });
      const onProgress = (progress: number) => this.changePicture(key, { progress });
      const done = makeReady(this.work, file, options, abort.signal, onProgress).then(
        (ready) => {
          this.jobs.delete(key);
          this.changePicture(key, {
            file: ready.file,
            progress: 1,
            preview: URL.createObjectURL(ready.preview),
            full: URL.createObjectURL(ready.file),
          });
        },
        (error: unknown) => {
          this.jobs.delete(key);
          if (abort.signal.aborted) return;
          this.drop(key);
          onRefused({ key: error instanceof NotReady ? error.key : "compressFailed", name: file.name });
        },
      );
      this.jobs.set(key, { abort, done });
    }
  }

  remove(key: string): void {
    const uploaded = this.state.pictures.find((picture) => picture.key === key)?.uploaded;
    this.jobs.get(key)?.abort.abort();
    this.jobs.delete(key);
    if (uploaded !== undefined) this.change({ orphans: [...this.state.orphans, uploaded.fileName] });
    this.drop(key);
  }

  removeStored(fileName: string): void {
    if (!this.state.removed.includes(fileName)) this.change({ removed: [...this.state.removed, fileName] });
  }

  /** The same object until it is another. Uploads are no part of it: the server may have deleted them by then. */
  draft(): PicturesDraft {
    const { pictures, removed } = this.state;
    const next: PicturesDraft = {
      pictures: pictures.map(({ file, source }) => ({ file: file ?? source, isReady: file !== undefined })),
      removed,
    };
    const last = this.lastDraft;
    const isSame =
      next.removed.join() === last.removed.join() &&
      next.pictures.length === last.pictures.length &&
      next.pictures.every(({ file }, index) => file === last.pictures[index]?.file);
    if (!isSame) this.lastDraft = next;
    return this.lastDraft;
  }

  /** Makes the changes of such a draft; of anything else those that it has. */
  restore(draft: unknown, options: Options, onRefused: (refusal: Refusal) => void): void {
    const { pictures, removed } = Object(draft) as { readonly [Key in keyof PicturesDraft]?: unknown };
    for (const fileName of Array.isArray(removed) ? removed : []) this.removeStored(String(fileName));
    for (const picture of Array.isArray(pictures) ? pictures : []) {
      const { file, isReady } = Object(picture) as { readonly file?: unknown; readonly isReady?: unknown };
      if (!(file instanceof File)) continue;
      // Compressed twice, it would lose twice.
      this.add([file], isReady === true ? { ...options, compression: [] } : options, onRefused);
    }
  }

  has(key: string): boolean {
    return this.state.pictures.some((picture) => picture.key === key);
  }

  setUploaded(key: string, uploaded: ImageRecord): void {
    this.changePicture(key, { uploaded });
  }

  /** Called when the server has deleted the image, or will. */
  forgetRemoved(fileName: string): void {
    this.change({
      removed: this.state.removed.filter((name) => name !== fileName),
      orphans: this.state.orphans.filter((name) => name !== fileName),
    });
  }

  /** Resolves when no image is being compressed. */
  async ready(): Promise<void> {
    while (this.jobs.size > 0) await Promise.all([...this.jobs.values()].map(({ done }) => done));
  }

  /** Called when all became part of the record. */
  clear(): void {
    this.release();
    this.change(EMPTY);
  }

  /** Aborts compression and frees the object URLs. */
  release(): void {
    for (const { abort } of this.jobs.values()) abort.abort();
    this.jobs.clear();
    for (const picture of this.state.pictures) revoke(picture);
  }

  private drop(key: string): void {
    for (const picture of this.state.pictures) if (picture.key === key) revoke(picture);
    this.change({ pictures: this.state.pictures.filter((picture) => picture.key !== key) });
  }

  private changePicture(key: string, changes: Partial<PendingPicture>): void {
    this.change({
      pictures: this.state.pictures.map((picture) =>
        picture.key === key ? { ...picture, ...changes } : picture,
      ),
    });
  }

  private change(changes: Partial<PendingState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }
}

function revoke({ preview, full }: PendingPicture): void {
  if (preview !== undefined) URL.revokeObjectURL(preview);
  if (full !== undefined) URL.revokeObjectURL(full);
}
