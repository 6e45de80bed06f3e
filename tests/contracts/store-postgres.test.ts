import { postgresUnderTest } from "../postgres/store-under-test.ts";
import { storeContract } from "./store.ts";

storeContract("PostgreSQL", postgresUnderTest);
