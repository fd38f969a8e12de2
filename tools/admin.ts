import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { loadBase } from '#/db/base/load.ts'
import { type AdminWork, createPlatformAccount, dropSecondFactor, hashChosenPassword, resetAccount, unlockAccount } from '#/server/access/auth/public.ts'
import { migrate } from '#/server/kernel/archive/migrate.ts'
import { resealEverything } from '#/server/kernel/archive/rotation.ts'
import type { TrailNote } from '#/server/kernel/context.ts'
import { resealAllFiles } from '#/server/kernel/files/sealed-files.ts'
import { readSettings, type Settings } from '#/server/kernel/installation/settings.ts'
import { systemActor, systemScope, writeTrail } from '#/server/kernel/kernel.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { hashPassword, newPassword } from '#/server/kernel/session/passwords.ts'
import { startClock } from '#/server/lib/clock.ts'
import { openDatabase } from '#/server/lib/database/database.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { vaultKeysFor, vaultWith } from '#/server/lib/vault/vault.ts'
import { openFileStore } from '#/tools/archives.ts'

// `npm run admin -- create|unlock|reset|factor <username>` and `npm run admin -- rotate`: manages accounts and keys of
// the configured database. For administrators with access to the machine.

const usage = `用法 usage:
  npm run admin -- create <username>   新建平台管理员，密码从终端读取   a platform administrator; the password is asked for
  npm run admin -- unlock <username>   解除口令锁定                     forgets wrong passwords
  npm run admin -- reset  <username>   一次性密码，登录后须修改         a one-time password, to be changed at sign-in
  npm run admin -- factor <username>   关闭两步验证（手机与恢复码均遗失）   two-step verification off: phone and codes are lost
  npm run admin -- rotate              用最新密钥重新加密号码与文件           numbers of people and files are sealed with the newest key
`

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const lineEnds = new Set(['\r', '\n', '\u0004'])
const eraseKeys = new Set(['\u007f', '\b'])

/** Reads a line from the terminal without echo. */
function readHiddenLine(prompt: string): Promise<string> {
  process.stderr.write(prompt)
  return new Promise((resolve) => {
    let typedText = ''
    const handleInput = (bytes: Buffer) => {
      for (const letter of bytes.toString()) {
        if (letter === '\u0003') fail('\n')
        if (lineEnds.has(letter)) {
          process.stdin.off('data', handleInput).setRawMode(false).pause()
          process.stderr.write('\n')
          return resolve(typedText)
        }
        typedText = eraseKeys.has(letter) ? typedText.slice(0, -1) : typedText + letter
      }
    }
    process.stdin.setRawMode(true).on('data', handleInput).resume()
  })
}

async function readFirstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return readFirstLine()
  const password = await readHiddenLine('密码 password: ')
  if (password !== (await readHiddenLine('再次输入 again: '))) fail('两次输入密码不一致！ The two passwords differ!')
  return password
}

interface AdminAction {
  readonly run: (work: AdminWork) => Promise<TrailNote>
  readonly said: string
}

async function actionOf(command: string | undefined, username: string, { passwordRule }: Settings): Promise<AdminAction> {
  if (command === 'create') {
    const hash = await hashChosenPassword(await askPassword(), passwordRule)
    return { run: (work) => createPlatformAccount(work, hash), said: `已创建平台管理员 ${username}  Platform administrator ${username} created` }
  }
  if (command === 'unlock') return { run: unlockAccount, said: `已解除 ${username} 的口令锁定  ${username} is unlocked` }
  if (command === 'factor') return { run: dropSecondFactor, said: `已关闭 ${username} 的两步验证  Two-step verification of ${username} is off` }
  if (command !== 'reset') return fail(usage)
  const password = newPassword()
  const hash = await hashPassword(password)
  const announcement = `${username} 的一次性密码（仅显示一次，登录后须修改）  One-time password of ${username}, shown once, to be changed at sign-in:\n${password}`
  return { run: (work) => resetAccount(work, hash), said: announcement }
}

function openConfiguredDatabase({ databaseUrl, dataDir }: Settings) {
  return openDatabase(databaseUrl === null ? { dir: join(dataDir, 'db') } : { url: databaseUrl })
}

async function rotateKeys(): Promise<void> {
  const settings = readSettings(process.env)
  const vault = vaultWith(vaultKeysFor(settings))
  const database = await openConfiguredDatabase(settings)
  try {
    await migrate(database)
    const now = startClock(0).real()
    // Files first, because the last step of the rotation deletes the older keys.
    const files = await resealAllFiles(openFileStore(settings))
    const resealedCounts = { ...(await resealEverything(database, vault, now)), files }
    const note = { refType: 'vault', refId: vault.marks.newest, detail: { changed: resealedCounts } }
    const origin = { requestId: randomUUID(), ip: 'console', agent: 'console' }
    const frame = { ...origin, actor: systemActor, scope: systemScope, action: 'admin.rotate', outcome: 'done', at: now }
    await asOwner(database, (trx) => writeTrail(trx, frame, [note]))
    for (const [table, rows] of Object.entries(resealedCounts)) process.stdout.write(`${table} ${rows}\n`)
  } finally {
    await database.close()
  }
  process.stdout.write(
    `已全部使用密钥 ${vault.marks.newest}，旧密钥可从 VAULT_KEYS 移除  All is sealed with ${vault.marks.newest}; older keys can go from VAULT_KEYS\n`,
  )
}

async function main(): Promise<void> {
  const [command, name, ...more] = process.argv.slice(2)
  if (command === 'rotate' && name === undefined) return rotateKeys()
  if (!name || more.length > 0) fail(usage)
  const username = name.trim()
  const settings = readSettings({ ...process.env, MODE: 'production' })
  const action = await actionOf(command, username, settings)
  const database = await openConfiguredDatabase(settings)
  try {
    await migrate(database)
    await asOwner(database, loadBase)
    const now = startClock(0).real()
    await asOwner(database, async (trx) => {
      const note = await action.run({ trx, now, username })
      const origin = { requestId: randomUUID(), ip: 'console', agent: 'console' }
      const frame = { ...origin, actor: systemActor, scope: systemScope, action: `admin.${command}`, outcome: 'done', at: now }
      await writeTrail(trx, frame, [note])
    })
  } finally {
    await database.close()
  }
  process.stdout.write(`${action.said}\n`)
}

main().catch((error: unknown) => {
  if (error instanceof Refusal) fail(`${translate(error.text, 'zh', error.values)}\n${translate(error.text, 'en', error.values)}`)
  fail(error instanceof Error ? error.message : String(error))
})
