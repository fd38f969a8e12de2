import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { metricsText } from '#/server/kernel/metrics.ts'
import { readSettings } from '#/server/kernel/settings.ts'

// The files of deploy/ name existing settings and metrics.

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const settings = new Set([...read('server/kernel/settings.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name ?? ''))
const secretFiles = [...settings]
  .map((name) => `${name}_FILE`)
  .filter((name) => read('server/kernel/secret-files.ts').includes(`'${name.replace(/_FILE$/, '')}'`))
const knownSettings = new Set([...settings, ...secretFiles])

const assignments = (text: string) => Object.fromEntries([...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

/** Returns the settings that the three servers of the Compose file share. */
function composeSettings(): Readonly<Record<string, string>> {
  const [, block = ''] = /^x-server:[\s\S]*?^ {2}environment:\n([\s\S]*?)^ {2}secrets:/m.exec(read('deploy/compose/compose.yml')) ?? []
  return Object.fromEntries([...block.matchAll(/^ {4}([A-Z0-9_]+): "?(.*?)"?$/gm)].map(([, name = '', value = '']) => [name, value]))
}

const sampleKeys = ['SECRET_KEY', 'VAULT_KEYS', 'VAULT_INDEX_KEY']
const keys = Object.fromEntries(sampleKeys.map((name) => [name, createHash('sha256').update(name).digest('base64')]))

describe('files of deploy/', () => {
  test('the example settings start a production server with its keys', () => {
    const example = assignments(read('deploy/server.env.example'))
    const { mode, trustedProxies, stopDelayMs } = readSettings({ ...example, ...keys })
    assert.deepEqual([mode, trustedProxies, stopDelayMs], ['production', ['10.0.0.10'], 4000])
  })

  test('every setting in the files of deploy/ exists', () => {
    const units = globSync('deploy/systemd/*.service', { cwd: root }).flatMap((path) =>
      [...read(path).matchAll(/^Environment=(.*)$/gm)].flatMap(([, list = '']) => list.split(' ').map((each) => each.split('=')[0] ?? '')),
    )
    const names = [...Object.keys(assignments(read('deploy/server.env.example'))), ...units, ...Object.keys(composeSettings())]
    assert.ok(names.length > 30)
    assert.deepEqual(
      names.filter((name) => !knownSettings.has(name)),
      [],
    )
  })

  test('the Compose file starts a production server with the secrets that secrets.sh makes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'compose-'))
    try {
      copyFileSync(join(root, 'deploy/compose/secrets.sh'), join(folder, 'secrets.sh'))
      execFileSync('sh', ['-c', 'umask 077 && sh "$0"', join(folder, 'secrets.sh')])
      const made = join(folder, 'secrets')
      const files = readdirSync(made)
      const compose = read('deploy/compose/compose.yml')
      assert.deepEqual(new Set([...compose.matchAll(/\.\/secrets\/([a-z.-]+)/g)].map(([, name]) => name)), new Set(files))
      for (const name of files) assert.equal(statSync(join(made, name)).mode & 0o044, 0o044, `${name} is for its owner only`)
      const [, mounted = ''] = /^ {2}secrets: \[(.+)\]$/m.exec(compose) ?? []
      const settings = Object.entries(composeSettings()).map(([name, value]) => [name, value.replace('/run/secrets', made)] as const)
      assert.deepEqual(settings.flatMap(([name, value]) => (name.endsWith('_FILE') ? basename(value) : [])).sort(), mounted.split(', ').sort())
      assert.equal(readSettings(Object.fromEntries(settings)).mode, 'production')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('the units and the image start existing programs', () => {
    const files = [...globSync('deploy/systemd/*.service', { cwd: root }), 'deploy/Containerfile'].map(read).join('\n')
    const started = [...files.matchAll(/^(?:ExecStart|CMD).* "?([a-z]+\/[a-z]+\.ts)/gm)].map(([, path = '']) => path)
    assert.deepEqual(started.sort(), ['server/main.ts', 'server/main.ts', 'tools/backup.ts'])
    for (const path of [...started, 'node_modules/node/bin/node', 'node_modules/.bin/node']) assert.ok(existsSync(join(root, path)), path)
  })

  test('a stopping server answers until HAProxy has noticed the stop', () => {
    const [, inter, fall] = /backend servers[\s\S]*?default-server inter (\d+)s fall (\d+)/.exec(read('deploy/haproxy.cfg')) ?? []
    const noticedMs = Number(inter) * Number(fall) * 1000
    const example = assignments(read('deploy/server.env.example'))
    for (const delay of [example.STOP_DELAY_SECONDS, composeSettings().STOP_DELAY_SECONDS]) assert.ok(Number(delay) * 1000 > noticedMs)
  })

  test('every metric of the alerts and the board exists', async () => {
    const figures = [...read('server/desk/integrity/public.ts').matchAll(/^ {4}([a-z_]+): /gm)].map(([, name = '']) => [name, 0] as const)
    const exposed = await metricsText(Object.fromEntries(figures))
    const names = new Set(
      [...exposed.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) => (type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name])),
    )
    const rules = [...read('deploy/prometheus/alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr)
    const board = JSON.parse(read('deploy/grafana/yck.json')) as { readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[] }
    const queries = [...rules, ...board.panels.flatMap((panel) => panel.targets).map(({ expr }) => expr)]
    assert.ok(queries.length > 15)
    for (const query of queries) {
      const used = [...query.matchAll(/\b([a-z]+(?:_[a-z0-9]+)+|up)\b(?!\s*\()/g)].map(([, name = '']) => name)
      assert.ok(used.length > 0, query)
      assert.deepEqual(
        used.filter((name) => name !== 'up' && !names.has(name)),
        [],
        query,
      )
    }
  })

  test('each alert fires in a case of promtool', () => {
    const alerts = [...read('deploy/prometheus/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
    const cases = read('deploy/prometheus/alerts.test.yml').matchAll(/alertname: (\w+)\n +eval_time: \S+\n +exp_alerts:/g)
    assert.deepEqual(new Set([...cases].map(([, name]) => name)), new Set(alerts))
  })

  test('each alert names a section of the operations page', () => {
    const sections = new Set([...read('docs/operations.md').matchAll(/^#+ (.+)$/gm)].map(([, name]) => name))
    const named = [...read('deploy/prometheus/alerts.yml').matchAll(/runbook: docs\/operations\.md, (.+)$/gm)].map(([, name]) => name)
    assert.ok(named.length > 3)
    assert.deepEqual(
      named.filter((name) => !sections.has(name)),
      [],
    )
  })
})
