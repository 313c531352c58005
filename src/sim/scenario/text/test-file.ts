/** Tests that a generated test file is made of, about one function `$fn` of one entity; same slots as functions. */
export const TESTS: readonly string[] = Object.freeze([
  String.raw`
  it('keeps the order of the input', () => {
    const rows = [make$E({ $str1: '‹b¦delta¦north›', $num1: $m1 }), make$E({ $str1: '‹a¦alpha¦south›', $num1: $n1 })]
    expect($fn(rows).map((row) => row.$num1)).toEqual([$m1, $n1])
  })`,
  String.raw`
  it('refuses a $e that is $st3', async () => {
    const $e = make$E({ status: '$st3', version: $n2 })
    await expect($fn($e)).rejects.toMatchObject({ code: '$CODE', id: $e.id })
  })`,
  String.raw`
  it('is stable when two $es share $time1', () => {
    const at = utc('2025-0$n1-1$n2T0$n1:00:00Z')
    const twins = [make$E({ id: '$e_$m1', $time1: at }), make$E({ id: '$e_$big1', $time1: at })]
    expect($fn([...twins].reverse())).toEqual($fn(twins))
  })`,
  String.raw`
  it.each([
    ['empty $str1', { $str1: '' }],
    ['negative $num1', { $num1: -$n1 }],
    ['$num1 above the limit', { $num1: $big1 }],
    ['unknown status', { status: '‹lost¦frozen¦maybe›' }],
  ])('rejects a broken $e', (_, broken) => {
    expect(() => $fn(make$E(broken as never))).toThrow('$CODE')
  })`,
  String.raw`
  it('asks the database once for $m1 rows', async () => {
    const db = fakeDatabase({ $TABLE: make$Es($m1) })
    await $fn(db, { limit: $m1 })
    expect(db.statements).toHaveLength(1)
    expect(db.statements[0]).toContain('LIMIT')
  })`,
  String.raw`
  it('does not touch what it was given', () => {
    const before = make$Es($n1)
    const copy = structuredClone(before)
    $fn(before)
    expect(before).toEqual(copy)
  })`,
  String.raw`
  it('passes the cause on', async () => {
    const cause = new Error('socket hang up $big1')
    const db = fakeDatabase({ failWith: cause })
    const failure = await $fn(db, '$e_$m1').catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: '$CODE', cause })
  })`,
  String.raw`
  it('honours $flag1', () => {
    expect($fn(make$E({ $flag1: true, $num1: $m1 }))).not.toEqual($fn(make$E({ $flag1: false, $num1: $m1 })))
  })`,
  String.raw`
  it('answers the second call from the cache', async () => {
    const cache = fakeCache({ ttlSeconds: $big1 })
    const db = fakeDatabase({ $TABLE: [make$E({ id: '$e_$m1' })] })
    await $fn(cache, db, '$e_$m1')
    await $fn(cache, db, '$e_$m1')
    expect(db.statements).toHaveLength(1)
    expect(cache.hits).toBe(1)
  })`,
  String.raw`
  it('counts $n1 of $m1 $es as $st2', () => {
    const rows = [...make$Es($n1, { status: '$st2' }), ...make$Es($m1, { status: '$st1' })]
    expect($fn(rows, '$st2')).toBe($n1)
  })`,
])

/** Tests of a client's operation: `$client`, `$method`, `$verb`, `$route`, `$status`, `$error`. */
export const CLIENT_TESTS: readonly string[] = Object.freeze([
  String.raw`
    it('sends $verb to the right path', async () => {
      upstream.answer('$verb', '$route', 200, fixtures.$method)
      await $client.$method(...samples.$method)
      expect(upstream.requests.at(-1)).toMatchObject({ verb: '$verb', shard: 'eu-$n1' })
    })`,
  String.raw`
    it('turns $status into $error', async () => {
      upstream.answer('$verb', '$route', $status, { message: 'no', ref: '$ref' })
      await expect($client.$method(...samples.$method)).rejects.toBeInstanceOf($error)
    })`,
  String.raw`
    it('keeps the body of a 500 for the log', async () => {
      upstream.answer('$verb', '$route', 500, 'upstream said $ref')
      await expect($client.$method(...samples.$method)).rejects.toMatchObject({ status: 500, body: /$ref/ })
    })`,
  String.raw`
    it('retries a 503 and then succeeds', async () => {
      upstream.answerOnce('$verb', '$route', 503, '')
      upstream.answer('$verb', '$route', 200, fixtures.$method)
      await $client.$method(...samples.$method)
      expect(upstream.requests).toHaveLength(2)
    })`,
])
