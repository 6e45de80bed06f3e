/** Something went wrong that the person is to be told of, in this sentence: it stands at the field. Nobody's bug. */
export class FieldFailure extends Error {
  override readonly name: string = "FieldFailure";
}
