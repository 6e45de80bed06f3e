import { afterEach, beforeEach, describe } from "vitest";
import type { Store } from "../../src/server/store/store.ts";
import { runTwice } from "./run-twice.ts";
import { awayContract } from "./store/away.ts";
import { binContract } from "./store/bin.ts";
import { binnedImagesContract } from "./store/binned-images.ts";
import { churnContract } from "./store/churn.ts";
import { fittingContract } from "./store/converting.ts";
import { filterContract } from "./store/filters.ts";
import { groupContract } from "./store/groups.ts";
import { imageContract } from "./store/images.ts";
import { journalContract } from "./store/journal.ts";
import { SHAPES, type StoreUnderTest } from "./store/library.ts";
import { listContract } from "./store/lists.ts";
import { oracleContract } from "./store/oracle.ts";
import { preferenceContract } from "./store/preferences.ts";
import { recordContract } from "./store/records.ts";
import { referenceContract } from "./store/references.ts";
import { searchContract } from "./store/search.ts";
import { sessionContract } from "./store/sessions.ts";
import { prepareContract } from "./store/shapes.ts";
import { transactionContract } from "./store/transactions.ts";

/** A store of the test that runs, opened before it and closed after it. */
export interface Opened {
  readonly store: Store;
  /** The same, whose work runs once: for many records that a test begins with. */
  readonly once: Store;
  reopen(): Promise<Store>;
  /** As after a restart with the same config. */
  reopenPrepared(): Promise<Store>;
}

/**
 * What every engine behind `Store` keeps, while the work of every write runs more than once. `make` gives an empty store
 * of its own for each test.
 */
export function storeContract(engine: string, make: () => Promise<StoreUnderTest>): void {
  describe(`the contract of a store, kept by ${engine}`, () => {
    let under: StoreUnderTest;
    let store: Store;
    let once: Store;
    beforeEach(async () => {
      under = await make();
      once = await under.open();
      store = runTwice(once);
    });
    afterEach(() => under.close());
    const opened: Opened = {
      get store() {
        return store;
      },
      get once() {
        return once;
      },
      async reopen() {
        once = await under.reopen();
        store = runTwice(once);
        return store;
      },
      async reopenPrepared() {
        await opened.reopen();
        await store.applyShapes(SHAPES);
        return store;
      },
    };
    describe("records", () => recordContract(opened));
    describe("lists", () => listContract(opened));
    describe("filters", () => filterContract(opened));
    describe("groups", () => groupContract(opened));
    describe("search", () => searchContract(opened));
    describe("references", () => referenceContract(opened));
    describe("images", () => imageContract(opened));
    describe("sessions and settings", () => sessionContract(opened));
    describe("preferences", () => preferenceContract(opened));
    describe("the journal", () => journalContract(opened));
    describe("the bin", () => binContract(opened));
    describe("images in the bin", () => binnedImagesContract(opened));
    describe("transactions", () => transactionContract(opened));
    describe("prepare", () => prepareContract(opened));
    describe("fitting", () => fittingContract(opened));
    describe("away", () => awayContract(opened));
    describe("under a config that changes", () => churnContract(opened));
    describe("against an oracle in memory", () => oracleContract(opened));
  });
}
