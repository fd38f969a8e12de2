import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { metricsText } from '#/server/kernel/installation/metrics.ts'
import { readSettings } from '#/server/kernel/installation/settings.ts'

// The files of deploy/ name existing settings and metrics.

const root = join(import.meta.dirname, '..')
const readText = (path: string) => readFileSync(join(root, path), 'utf8')

const settings = new Set([...readText('server/kernel/installation/settings.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name ?? ''))
const secretFiles = [...settings]
  .map((name) => `${name}_FILE`)
  .filter((name) => readText('server/kernel/files/secret-files.ts').includes(`'${name.replace(/_FILE$/, '')}'`))
const knownSettings = new Set([...settings, ...secretFiles])

const assignments = (text: string) => Object.fromEntries([...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

/** Returns the settings that the three servers of the Compose file share. */
function composeSettings(): Readonly<Record<string, string>> {
  const [, block = ''] = /^x-server:[\s\S]*?^ {2}environment:\n([\s\S]*?)^ {2}secrets:/m.exec(readText('deploy/compose/compose.yml')) ?? []
  return Object.fromEntries([...block.matchAll(/^ {4}([A-Z0-9_]+): "?(.*?)"?$/gm)].map(([, name = '', value = '']) => [name, value]))
}

const sampleKeys = ['SECRET_KEY', 'VAULT_KEYS', 'VAULT_INDEX_KEY']
const keys = Object.fromEntries(sampleKeys.map((name) => [name, createHash('sha256').update(name).digest('base64')]))

describe('files of deploy/', () => {
  test('the example settings start a production server with its keys', () => {
    const example = assignments(readText('deploy/server.env.example'))
    const { mode, trustedProxies, stopDelayMs } = readSettings({ ...example, ...keys })
    assert.deepEqual([mode, trustedProxies, stopDelayMs], ['production', ['10.0.0.10'], 4000])
  })

  test('every setting in the files of deploy/ exists', () => {
    const unitSettings = globSync('deploy/systemd/*.service', { cwd: root }).flatMap((path) =>
      [...readText(path).matchAll(/^Environment=(.*)$/gm)].flatMap(([, list = '']) => list.split(' ').map((each) => each.split('=')[0] ?? '')),
    )
    const names = [...Object.keys(assignments(readText('deploy/server.env.example'))), ...unitSettings, ...Object.keys(composeSettings())]
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
      const secretsFolder = join(folder, 'secrets')
      const files = readdirSync(secretsFolder)
      const composeFile = readText('deploy/compose/compose.yml')
      assert.deepEqual(new Set([...composeFile.matchAll(/\.\/secrets\/([a-z.-]+)/g)].map(([, name]) => name)), new Set(files))
      for (const name of files) assert.equal(statSync(join(secretsFolder, name)).mode & 0o044, 0o044, `${name} is for its owner only`)
      const [, mounted = ''] = /^ {2}secrets: \[(.+)\]$/m.exec(composeFile) ?? []
      const settings = Object.entries(composeSettings()).map(([name, value]) => [name, value.replace('/run/secrets', secretsFolder)] as const)
      assert.deepEqual(settings.flatMap(([name, value]) => (name.endsWith('_FILE') ? basename(value) : [])).sort(), mounted.split(', ').sort())
      assert.equal(readSettings(Object.fromEntries(settings)).mode, 'production')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('the systemd units and the image start existing programs', () => {
    const files = [...globSync('deploy/systemd/*.service', { cwd: root }), 'deploy/Containerfile'].map(readText).join('\n')
    const programPaths = [...files.matchAll(/^(?:ExecStart|CMD).* "?([a-z]+\/[a-z]+\.ts)/gm)].map(([, path = '']) => path)
    assert.deepEqual(programPaths.sort(), ['server/main.ts', 'server/main.ts', 'tools/backup.ts'])
    for (const path of [...programPaths, 'node_modules/node/bin/node', 'node_modules/.bin/node']) assert.ok(existsSync(join(root, path)), path)
  })

  test('the base backup unit reports the end of the newest backup without errors', () => {
    const folder = mkdtempSync(join(tmpdir(), 'base-backup-'))
    const backup = (stop: number, error: boolean) => ({ error, label: '20261201-151330F', timestamp: { start: stop - 2, stop }, type: 'full' })
    const runWith = (info: unknown) => {
      writeFileSync(join(folder, 'pgbackrest'), `#!/bin/sh\necho '${info === '' ? '' : JSON.stringify(info)}'\n`, { mode: 0o755 })
      execFileSync('sh', [join(root, 'deploy/systemd/yck-base-backup-metric.sh'), folder], {
        env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
        stdio: 'pipe',
      })
    }
    const stanza = { name: 'yck', status: { code: 0, message: 'ok' } }
    const written = () => readFileSync(join(folder, 'yck_base_backup.prom'), 'utf8').split('\n').at(-2)
    try {
      runWith([{ ...stanza, backup: [backup(1_796_138_107, false), backup(1_796_138_012, false), backup(1_796_140_000, true)] }])
      assert.equal(written(), 'yck_base_backup_timestamp_seconds 1796138107')
      for (const faulty of [[{ ...stanza, backup: [] }], [], '']) assert.throws(() => runWith(faulty), /Command failed/, JSON.stringify(faulty))
      assert.deepEqual([written(), readdirSync(folder).sort()], ['yck_base_backup_timestamp_seconds 1796138107', ['pgbackrest', 'yck_base_backup.prom']])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('a stopping server answers until HAProxy has noticed the stop', () => {
    const [, inter, fall] = /backend servers[\s\S]*?default-server inter (\d+)s fall (\d+)/.exec(readText('deploy/haproxy.cfg')) ?? []
    const detectionMs = Number(inter) * Number(fall) * 1000
    const example = assignments(readText('deploy/server.env.example'))
    for (const delay of [example.STOP_DELAY_SECONDS, composeSettings().STOP_DELAY_SECONDS]) assert.ok(Number(delay) * 1000 > detectionMs)
  })

  test('every metric in the alerts and the dashboard exists', async () => {
    const figures = [...readText('server/desk/integrity/public.ts').matchAll(/^ {4}([a-z_]+): /gm)].map(([, name = '']) => [name, 0] as const)
    const metricsPage = await metricsText(Object.fromEntries(figures))
    // The textfile collector of node_exporter adds what the scripts write.
    const allTypes = [metricsPage, ...globSync('deploy/systemd/*.sh', { cwd: root }).map(readText)].join('\n')
    const names = new Set(
      [...allTypes.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) => (type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name])),
    )
    const alertExpressions = [...readText('deploy/prometheus/alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr)
    const dashboard = JSON.parse(readText('deploy/grafana/yck.json')) as {
      readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[]
    }
    const queries = [...alertExpressions, ...dashboard.panels.flatMap((panel) => panel.targets).map(({ expr }) => expr)]
    assert.ok(queries.length > 15)
    for (const query of queries) {
      const usedMetrics = [...query.matchAll(/\b([a-z]+(?:_[a-z0-9]+)+|up)\b(?!\s*\()/g)].map(([, name = '']) => name)
      assert.ok(usedMetrics.length > 0, query)
      assert.deepEqual(
        usedMetrics.filter((name) => name !== 'up' && !names.has(name)),
        [],
        query,
      )
    }
  })

  test('each alert is tested by a promtool case in which it fires', () => {
    const alerts = [...readText('deploy/prometheus/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
    const testedAlerts = readText('deploy/prometheus/alerts.test.yml').matchAll(/alertname: (\w+)\n +eval_time: \S+\n +exp_alerts:/g)
    assert.deepEqual(new Set([...testedAlerts].map(([, name]) => name)), new Set(alerts))
  })

  test('each alert names a section of the operations page', () => {
    const sections = new Set([...readText('docs/operations.md').matchAll(/^#+ (.+)$/gm)].map(([, name]) => name))
    const runbookSections = [...readText('deploy/prometheus/alerts.yml').matchAll(/runbook: docs\/operations\.md, (.+)$/gm)].map(([, name]) => name)
    assert.ok(runbookSections.length > 3)
    assert.deepEqual(
      runbookSections.filter((name) => !sections.has(name)),
      [],
    )
  })
})
