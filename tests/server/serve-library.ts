import { afterAll, expect } from "vitest";
import { type BuildOptions, buildServer, type TestServer } from "./build-server.ts";

/** A server over the library for all tests of a file. It closes after them, and must have told its operator nothing. */
export async function serveLibrary(
  options?: BuildOptions,
): Promise<{ readonly server: TestServer; readonly stocker: string }> {
  const server = await buildServer(options);
  afterAll(async () => {
    expect(server.log).toEqual([]);
    await server.close();
  });
  return { server, stocker: await server.as("stocker") };
}
