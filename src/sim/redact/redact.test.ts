import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endsWithin } from '../../testing/ends-within.ts'
import { redaction } from './redact.ts'
import { SECRET_KINDS } from './secret.ts'

/** What a text is after redaction. */
function redact(text: string): string {
  return redaction().text(text)
}

// Put together here, so that no scanner of repositories takes them for real ones.
const key = `sk-ant-api03-${'aB3'.repeat(12)}`
const github = `ghp_${'aB3d'.repeat(9)}`
const aws = `AKIA${'Z2Q4'.repeat(4)}`
const google = `AIza${'Sy3_x'.repeat(7)}`
const jwt = `eyJ${'hbGci'.repeat(3)}.eyJ${'zdWIi'.repeat(3)}.${'s1g'.repeat(8)}`
const pem = `-----BEGIN RSA PRIVATE KEY-----\n${`${'MIIEow'.repeat(10)}\n`.repeat(3)}-----END RSA PRIVATE KEY-----`

/** Characters that look random, of some class: as long as wanted, and without any meaning. */
function made(length: number, of = 'aZ3bY7cX2dW9eV4fU6gT8hS5kR0m'): string {
  let seed = length + 41
  const next = (): number => (seed = (seed * 48271) % 2147483647)
  return Array.from({ length }, () => of[next() % of.length]).join('')
}
const hex = (length: number): string => made(length, 'a0b1c2d3e4f5678')
const upper = (length: number): string => made(length, 'QW3ER7TY2UI9PA4SD6FG')

describe('what is replaced', () => {
  it.each([
    ['cd /home/alice/lab', 'cd /home/<user-1>/lab'],
    ['/Users/alice and /Users/bob, /home/alice', '/Users/<user-1> and /Users/<user-2>, /home/<user-1>'],
    ['C:\\Users\\Alice\\lab', 'C:\\Users\\<user-1>\\lab'],
    ['file:///home/alice/x', 'file:///home/<user-1>/x'],
    ['/mnt/c/Users/alice/x', '/mnt/c/Users/<user-1>/x'],
    ['~/.claude/projects/-home-alice-lab/x.jsonl', '~/.claude/projects/-home-<user-1>-lab/x.jsonl'],
    ['From: Al <al.b+c@mail.acme.io>', 'From: Al <<email-1>>'],
    ['an ü.müller@firma.de und', 'an <email-1> und'],
    ['logs of ada@lovelace.org.json', 'logs of <email-1>'],
    ['icon@2x.png and img@3x.min.js', 'icon@2x.png and img@3x.min.js'],
    ['(root@10.1.2.3)', '(root@<ip-1>)'],
    ['http://203.0.113.9:8080/', 'http://<ip-1>:8080/'],
    ['host=203.0.113.9.', 'host=<ip-1>.'],
    ['at 2001:db8::8a2e:370:7334 now', 'at <ip-1> now'],
    ['fe80:0:0:0:200:f8ff:fe21:67cf', '<ip-1>'],
    [`export K=${key}`, 'export K=<api-key-1>'],
    [`${github} ${aws} ${google}`, '<api-key-1> <api-key-2> <api-key-3>'],
    [`sk-${'aB3d'.repeat(8)}`, '<api-key-1>'],
    [`github_pat_${'11AAx_'.repeat(6)}`, '<api-key-1>'],
    ['xoxb-123456789012-abcdef', '<api-key-1>'],
    [`token ${jwt}!`, 'token <jwt-1>!'],
    [`a\n${pem}\nb`, 'a\n<private-key-1>\nb'],
    ['Authorization: Bearer abcdef123456', 'Authorization: Bearer <authorization-1>'],
    ["'Authorization': 'Basic dXNlcjpwYXNz'", "'Authorization': 'Basic <authorization-1>'"],
    ['x-api-key: 0123456789abcdef', 'x-api-key: <authorization-1>'],
    ['curl -H "authorization: token 0a1b2c3d4e"', 'curl -H "authorization: token <authorization-1>"'],
    ['DB_PASSWORD=correcthorse', 'DB_PASSWORD=<password-1>'],
    ['password=hunter2&user=x', 'password=<password-1>&user=x'],
    ['"password": "correct-horse"', '"password": "<password-1>"'],
    ['{\\"password\\": \\"correct-horse\\"}', '{\\"password\\": \\"<password-1>\\"}'],
    ['password: hunter22', 'password: <password-1>'],
    ['postgres://app:s3cr3t@db/x', 'postgres://app:<password-1>@db/x'],
    [`Authorization: Bearer ${key}`, 'Authorization: Bearer <api-key-1>'],
    ['"password": "p@ss w0rd!", x', '"password": "<password-1>", x'],
    ["passphrase = 'correct horse battery'", "passphrase = '<password-1>'"],
    ['Password: correct-horse-battery\nnext', 'Password: <password-1>\nnext'],
    ['machine x login bob password s3cr3tpw', 'machine x login bob password <password-1>'],
    ['Cookie: session=8f14e45f; theme=dark', 'Cookie: <authorization-1>'],
    ['"Set-Cookie": "sid=31d4d96e407aad42; Path=/"', '"Set-Cookie": "<authorization-1>"'],
    ['X-Api-Key: abcdefghijklmnop', 'X-Api-Key: <authorization-1>'],
    [
      `https://a.blob.core.windows.net/x?sv=1&sig=${'aB3%2F'.repeat(6)}&se=2`,
      'https://a.blob.core.windows.net/x?sv=1&sig=<authorization-1>&se=2',
    ],
    ['C:\\Users\\Bob Smith\\x', 'C:\\Users\\<user-1>\\x'],
    ['cd /Users/alice src/x', 'cd /Users/<user-1> src/x'],
    ["to bob.o'neil@acme.io", 'to <email-1>'],
    ["'bob@acme.io'", "'<email-1>'"],
    ['?user=bob%40acme.io&x', '?user=<email-1>&x'],
    ['ping fe80::1 and fd00:1::2', 'ping <ip-1> and <ip-2>'],
    ['/data/users/anna/x /export/home/anna', '/data/users/<user-1>/x /export/home/<user-1>'],
    ['\\\\fileserver\\users\\carol\\x', '\\\\fileserver\\users\\<user-1>\\x'],
    ['D:\\Profiles\\anna', 'D:\\Profiles\\<user-1>'],
    ['ls ~bob/src', 'ls ~<user-1>/src'],
    ['/Volumes/Macintosh HD/Users/alice/x', '/Volumes/Macintosh HD/Users/<user-1>/x'],
    [
      '.claude/projects/-Users-alice/x C--Users-bob-x',
      '.claude/projects/-Users-<user-1>/x C--Users-<user-2>-x',
    ],
    ['\\\\wsl.localhost\\Ubuntu\\home\\alice\\x', '\\\\wsl.localhost\\Ubuntu\\home\\<user-1>\\x'],
    ['vscode-remote://wsl+ubuntu/home/alice/x', 'vscode-remote://wsl+ubuntu/home/<user-1>/x'],
    ['/host_mnt/Users/alice /usr/home/bob', '/host_mnt/Users/<user-1> /usr/home/<user-2>'],
    [`"password": "it's-S3cret!"`, '"password": "<password-1>"'],
    ["password='a<b`c$9'", "password='<password-1>'"],
    [`PGPASSWORD='it'\\''s9' psql`, "PGPASSWORD='<password-1>' psql"],
    [`password: 'it''s a "secret"'`, "password: '<password-1>'"],
    [`secret=${'x1'.repeat(200)} next`, 'secret=<password-1> next'],
    ['DB_PASS=correct-horse-9', 'DB_PASS=<password-1>'],
    [`Authorization: Negotiate ${made(60)}`, 'Authorization: Negotiate <authorization-1>'],
    ['Proxy-Authorization: NTLM TlRMTVNTUAADAAAAGAAYAHgAAAA', 'Proxy-Authorization: NTLM <authorization-1>'],
    [`Authorization: SharedKey acct:${made(43)}=`, 'Authorization: SharedKey <authorization-1>'],
    [`"Authorization": "Api-Key ${hex(32)}"`, '"Authorization": "Api-Key <authorization-1>"'],
    ['Authorization: Bearer: abcdef1234567890', 'Authorization: Bearer: <authorization-1>'],
    [
      `-H 'Authorization: Digest username="bob", realm="x", response="${hex(32)}"' next`,
      "-H 'Authorization: Digest <authorization-1>' next",
    ],
    [
      `Authorization: AWS4-HMAC-SHA256 Credential=${aws}/20130524/s3/aws4_request, Signature=${hex(64)}`,
      'Authorization: AWS4-HMAC-SHA256 <authorization-1>',
    ],
    ['PRIVATE-TOKEN: 0a1b2c3d4e5f', 'PRIVATE-TOKEN: <authorization-1>'],
    ['redis://:s3cr3tpw@host:6379/0', 'redis://:<password-1>@host:6379/0'],
    ['postgres://app:s3@cr3t$@db/x', 'postgres://app:<password-1>@db/x'],
    [`https://${made(32)}@dev.azure.com/x`, 'https://<password-1>@dev.azure.com/x'],
    ['curl -ubob:hunter22 x', 'curl -ubob:<password-1> x'],
    ["curl -s --user='bob:hunt er22' x", "curl -s --user='bob:<password-1>' x"],
    ['curl -X POST \\\n  -sSu bob:hunter22 x', 'curl -X POST \\\n  -sSu bob:<password-1> x'],
    ['sshpass -p hunter22 ssh x', 'sshpass -p <password-1> ssh x'],
    ['mysql -u root -phunter22 db', 'mysql -u root -p<password-1> db'],
    ['docker login -u bob -p hunter22', 'docker login -u bob -p <password-1>'],
  ])('%j', (text, expected) => {
    expect(redact(text)).toBe(expected)
  })
})

/*
 * Forms of keys as the rules of scanners of repositories describe them; those of each maker were compared with the rules
 * of Gitleaks. The text around is what stands in logs.
 */
describe('keys with a form of their maker', () => {
  it.each([
    `glrt-${made(20)}`,
    `glptt-${hex(40)}`,
    `rubygems_${hex(48)}`,
    `sntryu_${hex(64)}`,
    `PMAK-${hex(24)}-${hex(34)}`,
    `hf_${made(34)}`,
    `pplx-${made(48)}`,
    `r8_${made(37)}`,
    `lsv2_pt_${hex(32)}_${hex(10)}`,
    `tvly-${made(32)}`,
    `ABIA${upper(16)}`,
    `LTAI${made(20)}`,
    `dop_v1_${hex(64)}`,
    `dapi${hex(32)}`,
    `hvs.${made(92)}`,
    `${made(14)}.atlasv1.${made(64)}`,
    `pscale_tkn_${made(40)}`,
    `xapp-1-${upper(10)}-8675309123-${hex(40)}`,
    `shpat_${hex(32)}`,
    `SK${hex(32)}`,
    `lin_api_${made(40)}`,
    `ntn_${made(46)}`,
    `pat${made(14)}.${hex(64)}`,
    `glsa_${made(32)}_${hex(8)}`,
    `dp.pt.${made(43)}`,
    `AGE-SECRET-KEY-${1}${upper(58)}`,
    `110201543:A${made(34)}`,
    `${hex(32)}-us12`,
    `sk_prod_${made(24)}`,
    `abc1Q~${made(34)}`,
  ])('%s', (secret) => {
    expect(redact(`run with ${secret}, then stop`)).toBe('run with <api-key-1>, then stop')
    expect(redact(`export X='${secret}'`)).toBe("export X='<api-key-1>'")
    // no part of a longer word
    expect(redact(`x${secret}`)).toBe(`x${secret}`)
  })

  it.each([
    ['https://hooks.slack.com/services/', `T0AAAAAAA/B0BBBBBBB/${made(24)}`],
    ['https://discord.com/api/webhooks/', `112233445566778899/${made(68)}`],
  ])('the path of an address to post to: %s', (site, path) => {
    expect(redact(`POST ${site}${path} 200`)).toBe(`POST ${site}<api-key-1> 200`)
  })

  it.each([
    `CIRCLE_TOKEN=${hex(40)}`,
    `"client_secret": "${made(32)}"`,
    `algolia_admin_key = '${hex(32)}'`,
    `{\\"deployToken\\": \\"${made(28)}\\"}`,
    `curl -u bob:${made(12)} https://x.io`,
  ])('random values of a name that says so: %s', (text) => {
    expect(redact(text)).toMatch(/<password-1>/)
  })
})

describe('what is no secret', () => {
  it.each([
    'max_tokens: 4096, "input_tokens": 123456789012345678',
    'next_page_token: null, token = tokens[index2], token=parseTokenFrom(header1)',
    'cache_key: src/app/store/page-state2.ts, primary_key = user_account_id_2',
    'sort_key: created_at_2024, foreign_key="orders.customer_id_1"',
    'const apiSecret = process.env.MY_SECRET_2_VALUE',
    'TOKEN=your_token_goes_here_1, SECRET=<api-key-1>',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    '123e4567-e89b-12d3-a456-426614174000',
    'v1.2.3.4 and version 1.2.3.4, "version": "10.2.3.4"',
    'pip install thing==1.2.3.4',
    'Chrome/120.0.0.0 Safari/537.36',
    '127.0.0.1 and 0.0.0.0:3000',
    '999.1.1.1 and 1.2.3 and 1.2.3.4.5',
    '12:34:56 and 00:1A:2B:3C:4D:5E and std::vector<int>::size',
    'a[::2] and ::before and x::y::z',
    'git@github.com:owner/name.git',
    'icon@2x.png, @app.route, lodash@4.17.21, user@example.com',
    'noreply@anthropic.com',
    'https://site.org/home/index, /home/index.html, /home/runner/work',
    'get("/users/17")',
    'sk-circle-fade-dot-animation-slow',
    'sk-ant-',
    'const password = getPassword()',
    'password: string; token: Token',
    'connect(host, password=user_password)',
    'if (password === other) fail()',
    'Authorization: Bearer ${token}',
    'headers.authorization = process.env.TOKEN',
    'the bearer of this letter',
    'password=${PASSWORD}',
    '-----BEGIN PRIVATE KEY-----',
    'eyJ',
    'password: string | undefined\n, "password": "string"',
    'password="${PASSWORD} x", secret: "<password-1>"',
    'const cookie = parse(header1), cookie: name=value',
    'cookie=Cookie(version=0, name=1)',
    'login with password authentication',
    '/data/users/17, /api/users/anna, path/to/users.ts',
    'x = ~mask1 / 2, a ~b, about ~10/day',
    '?sort=asc&sig=short, ab::1 and 12::34',
    'Authorization: see section4/foo, authorization = await getHeaders2()',
    'authorization: scheme name=value, other=thing',
    'the password: "${PASSWORD}", password="$DB_PASSWORD", secret="{{ vault.x }}"',
    "password='', name='bob smith', secret='' ",
    'https://$USER:$PASS@host, https://${user}:${pass}@host, http://host:8080/@x',
    'curl -u "$USER:$PASS" x, curl -o out:put1 x',
    'docker run -p 8080:80 x, mysql -p mydb',
    'FAIL_TO_PASS: tests/test_a1.py, num_pass=12345, bypass: yes123',
    'grep -home-page and --java-home-x, src/-home-/x',
  ])('%j', (text) => {
    expect(redact(text)).toBe(text)
  })

  it('almost nothing is found in the source of the project, which has no secrets', () => {
    const files = [
      'src/engine/runtime',
      'src/app/page',
      'src/sim/log/read',
      'src/provider',
      'src/worker',
    ].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /^[^.]+\.tsx?$/.test(name) && !name.includes('fixture'))
        .map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
    )
    expect(files.length).toBeGreaterThan(40)
    const whole = redaction()
    for (const file of files) whole.text(file)
    expect(whole.found().map(({ value }) => value)).toEqual([])
  })
})

describe('a redaction', () => {
  it('gives a secret the same placeholder in every text, and lists it once with its count and what is around it', () => {
    const one = redaction()
    expect(one.text('to: a@mail.io; cc: b@mail.io')).toBe('to: <email-1>; cc: <email-2>')
    expect(one.json('{"from":"b@mail.io\\n/home/al/x"}')).toBe('{"from":"<email-2>\\n/home/<user-1>/x"}')
    expect(one.found().map(({ kind, value, count }) => [kind, value, count])).toEqual([
      ['email', 'a@mail.io', 1],
      ['email', 'b@mail.io', 2],
      ['user', 'al', 1],
    ])
    expect(one.found()[0]).toMatchObject({ before: 'to: ', after: '; cc: b@mail.io' })
  })

  it('leaves what shall stay, still lists it, and numbers the others as before', () => {
    const text = 'a@mail.io b@mail.io /home/al/x'
    expect(redaction({ keep: new Set(['a@mail.io']) }).text(text)).toBe(
      'a@mail.io <email-2> /home/<user-1>/x',
    )
    const emails = redaction({ kinds: new Set(['email']) })
    expect(emails.text(text)).toBe('<email-1> <email-2> /home/al/x')
    expect(emails.found()).toHaveLength(3)
  })

  it('in JSON a value is judged with its key, at any depth', () => {
    const secret = { password: 'hunter2!x9Q', api_key: '9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c', path: 'src/a.ts' }
    const call = { type: 'tool_use', input: { ...secret, headers: { 'x-api-key': 'abcd1234efgh' } } }
    const text = JSON.stringify([
      call,
      { env: { GITLAB_TOKEN: 'aZ3bY7cX2dW9eV4fU6' }, body: JSON.stringify(secret) },
    ])
    const after = redaction().json(text)
    expect(JSON.parse(after)).toEqual([
      {
        type: 'tool_use',
        input: {
          password: '<password-1>',
          api_key: expect.stringMatching(/^<(?:password|authorization)-\d>$/),
          path: 'src/a.ts',
          headers: { 'x-api-key': expect.stringMatching(/^<authorization-\d>$/) },
        },
      },
      {
        env: { GITLAB_TOKEN: expect.stringMatching(/^<password-\d>$/) },
        body: expect.not.stringMatching(/hunter2|9f8a/),
      },
    ])
    const plain = JSON.stringify({
      token: 'ends here',
      key: 'b',
      keyboard: 'us',
      max_tokens: '4096',
      monkey: 'banana',
    })
    expect(redaction().json(plain)).toBe(plain)
    // A key with a secret of its own, and JSON behind a key, are read as before.
    expect(redaction().json('{"token of b@mail.io":"a@mail.io"}')).toBe('{"token of <email-1>":"<email-2>"}')
    expect(JSON.parse(redaction().json(JSON.stringify({ tokens: JSON.stringify(secret) })))).toEqual({
      tokens: expect.not.stringMatching(/hunter2|9f8a/),
    })
    expect(redaction().json(after)).toBe(after)
  })

  it.each([
    "it's-S3cret!",
    'a"b-hunter22',
    'back\\slash99',
    'tick`tock99',
    'S3cret<9>x',
    ' lead1ng and more ',
    'S3cr{t}$1',
    '$ecret99!',
    'Sommer2024(',
    `${'x'.repeat(250)}1`,
  ])('all of a password that JSON delimits: %j', (password) => {
    expect(redaction().json(JSON.stringify({ password }))).toBe('{"password":"<password-1>"}')
    expect(redaction().json(JSON.stringify({ say: 'x', DB_PASSWORD: password, n: [1] }))).toBe(
      '{"say":"x","DB_PASSWORD":"<password-1>","n":[1]}',
    )
    const asText = JSON.stringify({ body: `sent ${JSON.stringify({ password })}, no more` })
    if (!/^[ $]|[(]$/.test(password) && password.length < 200)
      expect(redaction().json(asText)).toBe(
        JSON.stringify({ body: 'sent {"password":"<password-1>"}, no more' }),
      )
  })

  it('in JSON a name or a list is as good as a key', () => {
    const text = JSON.stringify({
      env: [{ name: 'DB_PASSWORD', value: 'correct horse' }],
      request: { headers: [{ name: 'Cookie', value: 'sid=8f14e45f' }] },
      headers: { 'X-Api-Key': ['abcd1234', 'abcd5678'], Accept: ['abcd1234'] },
      name: 'Cookie',
      plain: { value: 'sid=8f14e45f' },
    })
    expect(JSON.parse(redaction().json(text))).toEqual({
      env: [{ name: 'DB_PASSWORD', value: '<password-1>' }],
      request: { headers: [{ name: 'Cookie', value: '<authorization-1>' }] },
      headers: { 'X-Api-Key': ['<authorization-2>', '<authorization-3>'], Accept: ['abcd1234'] },
      name: 'Cookie',
      plain: { value: 'sid=8f14e45f' },
    })
  })

  it('what stands where a password would is none in JSON either', () => {
    const text = JSON.stringify({
      password: '$DB_PASSWORD',
      db: { password: '${{ secrets.DB }}', pwd: '/work/lab', secret: '<your secret>' },
      type: { password: 'string', passwd: '' },
      fail_to_pass: ['tests/a.py::test_b[1-2]'],
    })
    expect(redaction().json(text)).toBe(text)
  })

  it('JSON keeps its numbers, spaces and escapes; JSON inside a string is looked into', () => {
    const text =
      '{ "n": 1.0, "big": 12345678901234567890,\n  "u": "\\u00e9", "args": "{\\"p\\":\\"\\\\n1.2.3.9\\"}" }'
    const after = redaction().json(text)
    expect(after).toBe(text.replace('1.2.3.9', '<ip-1>'))
    const lines = '{"a":"x@mail.io"}\n{"broken\n{"b":"x@mail.io"}\n'
    expect(redaction().json(lines)).toBe('{"a":"<email-1>"}\n{"broken\n{"b":"<email-1>"}\n')
  })
})

/** Texts made of secrets, almost secrets, and what is between them. */
const pieces = fc.constantFrom(
  key, github, aws, google, jwt, pem, 'a@mail.io', '10.2.3.4', '2001:db8::1:2', '/home/al/', 'C:\\Users\\al\\',
  '-home-al-x-', 'password=', 'Authorization: Bearer ', 'abc123def456', '"', '\\', '\n', ' ', '.', ':', '/', '@', '-',
  '<', '>', '=', '1', 'a', 'eyJ', 'Cookie: a=', '?sig=', 'login al password ', '~al/', '%40', "'", '/data/users/', 'fe80::1', 'sk-', '-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', '<email-1>',
) // oxfmt-ignore
const texts = fc.array(pieces, { maxLength: 24 }).map((parts) => parts.join(''))

describe('for any text', () => {
  it('redacting twice changes nothing, and nothing is found afterwards', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const after = redact(text)
        const again = redaction()
        expect(again.text(after)).toBe(after)
        expect(again.found()).toEqual([])
      }),
    )
  })

  it('JSON stays JSON of the same shape, with the same placeholders as its texts', () => {
    const shapeOf = (value: unknown): unknown =>
      typeof value === 'string'
        ? ''
        : Array.isArray(value)
          ? value.map(shapeOf)
          : typeof value === 'object' && value !== null
            ? Object.values(value).map(shapeOf)
            : value
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(texts, texts, { maxKeys: 4 }), (value, secrets) => {
        const text = JSON.stringify({ value, secrets: Object.entries(secrets) }, null, 1)
        const after = redaction().json(text)
        expect(shapeOf(JSON.parse(after))).toEqual(shapeOf(JSON.parse(text)))
        const again = redaction()
        expect(again.json(after)).toBe(after)
        expect(again.found()).toEqual([])
      }),
    )
  })

  it('hostile repetitions of any piece take time in proportion to their length', () => {
    const hostile = [
      'a', '@', 'a@', 'a@a.', '1.', '1:', ':', 'f:', '/', '/home', '\\', '"', '\\"', '-', '-home-a', 'eyJ', 'eyJaaaaaaaaa.',
      'sk-', 'sk-ant-', 'password=', 'password', 'bearer ', 'authorization:', '-----BEGIN PRIVATE KEY-----', '-----BEGIN ',
      '://a:', '{', '["', '\n', ' ', '<email-1>', 'AKIA', 'cookie:', 'cookie:a=', '~a', '%40', 'a%40', "a'", '/data/users', 'login a password ', '?sig=', 'xoxb-', pem.slice(0, 60),
      'authorization: a ', 'authorization: a b=', 'authorization: a b=c,', '://', '://a', 'curl ', 'curl -u', 'mysql ', 'docker login ', "password='", 'password="\\', "password=''", '/Volumes/', 'file://',
    ] // oxfmt-ignore
    for (const piece of hostile) {
      const text = piece.repeat(Math.ceil(30_000 / piece.length))
      const work = (): void => {
        redaction().text(text)
        redaction().json(`["${text}`)
        redaction().json(`{}\n"${text}`)
      }
      expect(endsWithin(1000, work), piece).toBe(true)
    }
  })

  it('a long value behind what announces a secret takes no time, however it is made and ends', () => {
    const announced = ['token: ', 'TOKEN=', 'password=', 'password="', "password='", 'authorization: ', 'authorization: digest ', 'bearer ', 'cookie: a=', '?sig=', '://', '://a:', 'curl -u ', 'curl -u "', 'docker login ', 'mysql ', 'login a password ', '/home/', 'a@'] // oxfmt-ignore
    const made = ['a', 'A', '1', 'a1', 'a.', 'ab.', 'a-b/', "'\\''", "''", '""', '\\', '\\"', ' ', 'a ', 'a=', 'a,', ':', '%', '-u '] // oxfmt-ignore
    for (const before of announced)
      for (const piece of made)
        for (const end of ['', '1x1', '!', '\n']) {
          const text = before + piece.repeat(200) + end
          expect(
            endsWithin(200, () => redaction().text(text)),
            before + piece + end,
          ).toBe(true)
        }
  })

  it('every kind has a case', () => {
    const all = redaction()
    all.text(
      [
        '/home/al/',
        'a@mail.io',
        '10.2.3.4',
        key,
        jwt,
        pem,
        'pwd=hunter22',
        'Authorization: Basic aGk6aG8x',
      ].join(' '),
    )
    expect(all.found().map(({ kind }) => kind)).toEqual(SECRET_KINDS)
  })
})
