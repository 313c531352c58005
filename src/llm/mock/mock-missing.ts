/** A lane asked the mock in a worker that has not fetched it yet: the run begins again when it has. */
export class MockMissing extends Error {
  constructor() {
    super('the mock is not loaded')
    this.name = 'MockMissing'
  }
}
