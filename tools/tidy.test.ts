import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { test } from 'node:test'
import { modules } from '#/api/modules.ts'
import { pages } from '#/api/pages.ts'

// The rules of this repository, as a test: what no rule checks is a wish.

const root = join(import.meta.dirname, '..')
const zones = ['domain', 'api', 'server', 'web', 'db', 'e2e', 'bench', 'tools'] as const
type Zone = (typeof zones)[number]

interface Source {
  readonly path: string
  readonly zone: Zone
  readonly text: string
  readonly imports: readonly string[]
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [path]
  })
}

const sources: Source[] = zones
  .flatMap((zone) => walk(join(root, zone)))
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    // A type is gone when the program runs: it ties no zone to a package.
    const running = text.replace(/import type [^;]*? from '[^'#.][^']*'/g, '')
    const imports = [...running.matchAll(/^(?:import\b[^']*|export\b[^'=]*from\s*|\}\s*from\s*)'([^']+)'|\bimport\('([^']+)'\)/gm)].map(
      (match) => match[1] ?? match[2] ?? '',
    )
    return { path: relative(root, path), zone: relative(root, path).split('/')[0] as Zone, text, imports }
  })
const code = sources.filter((source) => !isTest(source.path))

function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.endsWith('testing.ts') || path.endsWith('-child.ts')
}

function offenders(found: readonly Source[], why: (source: Source) => string | null): string[] {
  return found.flatMap((source) => {
    const reason = why(source)
    return reason === null ? [] : [`${source.path}: ${reason}`]
  })
}

/** `#/server/money/payments/store.ts` → ['server', 'money', 'payments', 'store.ts']; null for packages and Node's own modules. */
function placeOf(source: Source, specifier: string): string[] | null {
  if (specifier.startsWith('#/')) return specifier.slice(2).split('/')
  if (specifier.startsWith('.')) return relative(root, join(root, dirname(source.path), specifier)).split('/')
  return null
}

const mayImport: Readonly<Record<Zone, readonly string[]>> = {
  domain: ['domain'],
  api: ['api', 'domain'],
  server: ['server', 'api', 'domain', 'db'],
  web: ['web', 'api', 'domain'],
  db: ['db', 'api', 'domain', 'server'],
  e2e: [...zones],
  bench: [...zones],
  tools: [...zones],
}

/** The groups of modules, the same in `api`, `server` and `web`, from the bottom up: a module knows its own group and those before it. */
const groups = ['services', 'access', 'organisations', 'people', 'agreements', 'money', 'onboarding', 'desk', 'system'] as const
type Group = (typeof groups)[number]

/** What every module stands on, from the bottom up. */
const machinery = { api: [], server: ['lib', 'kernel'], web: ['kernel', 'ui', 'parts', 'shell'] } as const

interface Room {
  readonly group: Group
  /** In `api` a module is a few files instead of a folder. */
  readonly module: string
  readonly file: string
}

/** The room of a file; null for machinery and for what puts everything together. */
function roomOf(place: readonly string[]): Room | null {
  const [, group, module = '', file = ''] = place
  return groups.includes(group as Group) ? { group: group as Group, module, file } : null
}

test('zones import only what they may: domain ← api ← { server, web }', () => {
  const wrong = offenders(code, (source) => {
    const bad = source.imports.find((each) => {
      const place = placeOf(source, each)
      return place !== null && !mayImport[source.zone].includes(place[0] ?? '')
    })
    return bad ? `imports ${bad}` : null
  })
  assert.deepEqual(wrong, [])
})

test('what production runs comes from db/base; the demo stays behind the few places that open it', () => {
  const openers = ['server/app/start.ts', 'server/main.ts', 'server/desk/demo/operations.ts', 'server/people/identity/operations.ts']
  const wrong = offenders(
    code.filter((source) => source.zone === 'server' || source.path.startsWith('db/base/')),
    (source) => (openers.includes(source.path) ? null : (source.imports.find((each) => each.startsWith('#/db/demo/')) ?? null)),
  )
  assert.deepEqual(wrong, [])
})

test('packages stay in their zone: domain has none, api has zod, the server no browser library, the browser no server library', () => {
  const browser = /^(react|antd|@ant-design|@tanstack|react-router|fuse\.js|pinyin-pro|vite)/
  const serverOnly = /^(node:|fastify|@fastify|kysely|pg|@electric-sql|pino|prom-client|@node-rs|pdfkit|yazl|yauzl|zod)/
  const wrong = offenders(code, (source) => {
    const packages = source.imports.filter((each) => placeOf(source, each) === null)
    if (source.zone === 'domain') return packages[0] ?? null
    if (source.zone === 'api') return packages.find((each) => each !== 'zod') ?? null
    if (source.zone === 'server' || source.zone === 'db') return packages.find((each) => browser.test(each)) ?? null
    if (source.zone === 'web' && source.path !== 'web/vite.config.ts') return packages.find((each) => serverOnly.test(each)) ?? null
    return null
  })
  assert.deepEqual(wrong, [])
})

test('the browser takes from api only types, pages and texts, so that no schema reaches the bundle', () => {
  const wrong = offenders(
    code.filter((source) => source.zone === 'web'),
    (source) => {
      const bad = [...source.text.matchAll(/import (type )?[^;\n]*? from '(#\/api\/[^']+)'/g)].find(
        ([, isType, from]) =>
          !isType && from !== '#/api/pages.ts' && from !== '#/api/public-pages.ts' && from !== '#/api/rights.ts' && !from?.endsWith('.texts.ts'),
      )
      return bad ? `imports ${bad[2]} with its schemas` : null
    },
  )
  assert.deepEqual(wrong, [])
})

test('modules are entered by their public door alone, and the machinery knows no module', () => {
  const wrong = offenders(
    code.filter((source) => source.zone === 'server' || source.zone === 'web'),
    (source) => {
      const zone = source.zone as 'server' | 'web'
      const own = roomOf(source.path.split('/'))
      const isMachinery = (machinery[zone] as readonly string[]).includes(source.path.split('/')[1] ?? '')
      for (const each of source.imports) {
        const place = placeOf(source, each)
        const room = place?.[0] === zone ? roomOf(place) : null
        if (room === null || room.module === own?.module) continue
        if (isMachinery) return `machinery imports the module ${room.module}`
        if (own !== null && !/^public\.tsx?$/.test(room.file)) return `enters ${room.module} through ${room.file} instead of its public door`
      }
      return null
    },
  )
  assert.deepEqual(wrong, [])
})

test('arrows between groups run one way, and so do those of the machinery', () => {
  const wrong = offenders(
    code.filter((source) => source.zone === 'api' || source.zone === 'server' || source.zone === 'web'),
    (source) => {
      const zone = source.zone as 'api' | 'server' | 'web'
      const path = source.path.split('/')
      const order: readonly string[] = [...machinery[zone], ...groups]
      const own = order.indexOf(path[1] ?? '')
      if (own === -1 || path.length < 3) return null
      const above = source.imports.find((each) => {
        const place = placeOf(source, each)
        return place?.[0] === zone && place.length > 2 && (order.indexOf(place[1] ?? '') > own || !order.includes(place[1] ?? ''))
      })
      return above ? `imports ${above}, which stands above it` : null
    },
  )
  assert.deepEqual(wrong, [])
})

test('web/ui knows no operation and no words of the business', () => {
  const business = /^#\/(api\/|domain\/(?!(money|paging|password|text|validation)\.ts$)|web\/kernel\/(account|api|scope|session)\.ts$)/
  const words = /单位|经营者|合伙人|运营中心|批次|结算|发放|合同|审核/
  const wrong = offenders(
    code.filter((source) => source.path.startsWith('web/ui/')),
    (source) => source.imports.find((each) => business.test(each)) ?? source.text.match(words)?.[0] ?? null,
  )
  assert.deepEqual(wrong, [])
})

test('modules form no circle', () => {
  for (const zone of ['server', 'web'] as const) {
    const edges = new Map<string, Set<string>>()
    for (const source of code.filter((each) => each.zone === zone)) {
      const own = roomOf(source.path.split('/'))
      if (own === null) continue
      for (const each of source.imports) {
        const place = placeOf(source, each)
        const room = place?.[0] === zone ? roomOf(place) : null
        if (room && room.module !== own.module) edges.set(own.module, (edges.get(own.module) ?? new Set()).add(room.module))
      }
    }
    const visit = (module: string, path: readonly string[]): string | null => {
      if (path.includes(module)) return [...path, module].join(' → ')
      for (const next of edges.get(module) ?? []) {
        const circle = visit(next, [...path, module])
        if (circle) return circle
      }
      return null
    }
    for (const module of edges.keys()) assert.equal(visit(module, []), null)
  }
})

test('a job is queued by what declares it, never by its bare name, so that it counts as an arrow', () => {
  const wrong = offenders(
    code.filter((source) => source.zone === 'server'),
    (source) => source.text.match(/\benqueue\(\s*['"`]/)?.[0] ?? null,
  )
  assert.deepEqual(wrong, [])
})

test('nothing stands loose beside the groups', () => {
  const loose = { server: ['main.ts'], web: ['main.tsx', 'modules.ts', 'vite.config.ts'] } as const
  for (const zone of ['server', 'web'] as const) {
    const beside = sources.filter((source) => source.zone === zone && source.path.split('/').length === 2).map((source) => basename(source.path))
    assert.deepEqual(
      beside.filter((name) => !(loose[zone] as readonly string[]).includes(name)),
      [],
    )
  }
})

test('no relative path leaves its folder', () => {
  assert.deepEqual(
    offenders(sources, (source) => source.imports.find((each) => each.startsWith('..')) ?? null),
    [],
  )
})

test('only the machinery reads the clock or makes random numbers', () => {
  const allowed = /^(server\/(kernel|lib)\/|tools\/|bench\/|e2e\/|web\/kernel\/)/
  const wrong = offenders(code, (source) => {
    if (allowed.test(source.path)) return null
    const use = source.text.match(/\bDate\.now\(|new Date\(\)|Math\.random\(|randomUUID\(|randomBytes\(/)
    return use && source.path !== 'server/tests/testing.ts' ? `uses ${use[0]}` : null
  })
  assert.deepEqual(wrong, [])
})

test('SQL stands in the stores, the machinery and the database folder', () => {
  const wrong = offenders(
    code.filter((source) => source.zone === 'server'),
    (source) => {
      if (/^server\/(kernel|lib|app|tests)\//.test(source.path) || /\/(store(-[a-z]+)?|invariants)\.ts$/.test(source.path)) return null
      return /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]*>)?`/.test(source.text) ? 'has SQL' : null
    },
  )
  assert.deepEqual(wrong, [])
})

test('each table is written by its owners alone', () => {
  const owners: Readonly<Record<string, readonly string[]>> = {
    payment_batch: ['payments', 'lines', 'payouts'],
    payment_line: ['lines', 'payouts', 'payments'],
    payout_attempt: ['payouts', 'payments'],
    payout_event: ['payouts', 'payments'],
    ledger_journal: ['ledger'],
    ledger_entry: ['ledger'],
    account: ['ledger'],
    tax_standing: ['tax'],
    voucher: ['vouchers'],
    topup: ['prepayments'],
    bank_credit: ['prepayments'],
    operator: ['operators'],
    operator_card: ['operators'],
    operator_entity: ['entities'],
    entity_step: ['entities'],
    entity_paper: ['entities'],
    entity_obligation: ['entities'],
    candidate: ['operators'],
    candidate_paper: ['papers'],
    candidate_merge: ['operators'],
    unit_operator: ['operators'],
    identity_dispute: ['disputes'],
    unit_related_person: ['relations'],
    relation_exception: ['relations'],
    application: ['applications'],
    application_file: ['applications'],
    application_event: ['applications'],
    application_code: ['applications'],
    registration_appeal: ['applications'],
    invite: ['applications'],
    reg_ticket: ['tickets'],
    evidence: ['payments'],
    batch_deed: [],
    unit: ['units'],
    unit_setting: ['units', 'contracts'],
    unit_setting_version: ['units'],
    invoice_title: ['units'],
    partner: ['partners'],
    centre: ['centres'],
    staff_record: ['staff'],
    customer_handover: ['staff'],
    channel: ['centres', 'payouts'],
    commission_item: ['payouts'],
    payout_exception: ['payouts'],
    payout_exception_step: ['payouts'],
    payout_notice: ['payouts'],
    task: ['audit', 'contracts', 'operators', 'staff', 'tasks', 'units', 'users', 'vouchers'],
    app_user: ['auth', 'users'],
    account_application: ['users'],
    user_centre: ['users'],
    user_role: ['users', 'auth', 'roles'],
    audit_verification: ['audit'],
    role: ['roles'],
    role_permission: ['roles'],
    permission_name: ['roles'],
    permission_order: ['roles'],
    second_factor: ['auth'],
    recovery_code: ['auth'],
    login_ticket: ['auth'],
    card_reading: ['identity'],
    mobile_ask: ['profile'],
    message: ['messages'],
    message_choice: ['messages'],
    client_error: ['errors'],
    contract: ['contracts'],
    contract_template: ['templates'],
    contract_revision: ['contracts'],
    sign_task: ['contracts', 'signing'],
    sign_ticket: ['contracts', 'signing'],
    consent: ['contracts'],
    import_sheet: ['imports'],
    import_row: ['imports'],
  }
  const wrong = offenders(
    code.filter((source) => source.zone === 'server' && roomOf(source.path.split('/')) !== null),
    (source) => {
      const module = roomOf(source.path.split('/'))?.module ?? ''
      for (const match of source.text.matchAll(
        /(?:insertInto|updateTable|deleteFrom)\('([a-z_]+)'|\b(?:insert into|delete from|(?<!for |do )update)\s+([a-z_]+)\b/g,
      )) {
        const table = match[1] ?? match[2] ?? ''
        const allowed = owners[table]
        if (allowed && !allowed.includes(module)) return `writes ${table}, which belongs to ${allowed.join(', ')}`
      }
      return null
    },
  )
  assert.deepEqual(wrong, [])
})

test('money and rates are never computed with floats or raw arithmetic on yuan', () => {
  const wrong = offenders(
    code.filter((source) => source.zone === 'domain' || source.zone === 'server'),
    (source) => {
      if (source.path === 'domain/money.ts') return null
      const use = source.text.match(/parseFloat\(|\.toFixed\(/)
      return use ? `uses ${use[0]}` : null
    },
  )
  assert.deepEqual(wrong, [])
})

test('files are short and named for what they hold', () => {
  const forbidden = new Set(['utils', 'helpers', 'common', 'misc', 'types', 'constants', 'index', 'manager', 'data', 'info'])
  const generated = new Set(['server/lib/database/tables.ts'])
  const wrong = offenders(sources, (source) => {
    const name = basename(source.path, extname(source.path))
    if (forbidden.has(name)) return 'a drawer, not a name'
    const length = source.text.split('\n').length
    return length > 401 && !generated.has(source.path) ? `${length} lines` : null
  })
  assert.deepEqual(wrong, [])
})

test('nothing is skipped, silenced or left for later', () => {
  const marks =
    /\b(TODO|FIXME|XXX|HACK)\b|not implemented|coming soon|敬请期待|@ts-(ignore|expect-error|nocheck)|\b(test|it|describe)\.(skip|only|todo)\b|console\.log|: any\b|as any\b/
  const wrong = offenders(
    sources.filter((source) => source.path !== 'tools/tidy.test.ts'),
    (source) => source.text.match(marks)?.[0] ?? null,
  )
  assert.deepEqual(wrong, [])
})

test('only pages are default exports', () => {
  const wrong = offenders(code, (source) => (/export default/.test(source.text) && !/Page\.tsx$|\.config\.ts$/.test(source.path) ? 'a default export' : null))
  assert.deepEqual(wrong, [])
})

test('a module is one word, the same word in every zone, in the same group', () => {
  const placeIn = (zone: string, name: string) => groups.filter((group) => existsSync(join(root, zone, group, name)))
  for (const name of Object.keys(modules)) {
    assert.match(name, /^[a-z]+$/)
    const [group = 'nowhere', ...others] = placeIn('server', name)
    assert.deepEqual(others, [], `${name} stands in several groups`)
    assert.deepEqual(placeIn('api', `${name}.ts`), [group], `api/${group}/${name}.ts is missing`)
    const pagesAt = placeIn('web', name)
    if (pagesAt.length > 0) assert.deepEqual(pagesAt, [group], `web/${name} stands in another group`)
  }
})

test('public functions say what they mean', () => {
  const open = code.filter((source) => source.zone === 'domain' || source.zone === 'api' || source.path.endsWith('/public.ts'))
  const wrong = offenders(open, (source) => {
    const lines = source.text.split('\n')
    const bare = lines.findIndex((line, at) => /^export (async )?function /.test(line) && !/\*\/\s*$/.test(lines[at - 1] ?? ''))
    return bare === -1 ? null : `line ${bare + 1} has no docstring`
  })
  assert.deepEqual(wrong, [])
})

test('every page has its own path, and pinyin keys stay on the wire', () => {
  const paths = Object.values(pages).map((page) => page.path)
  assert.equal(new Set(paths).size, paths.length)
})
