/** A query of a record: the references that its title leads through are answered as lists do, so that it can be named. */
export const EXPAND = { name: "expand", title: "title" } as const;
