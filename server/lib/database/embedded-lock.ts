import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Thrown when another process uses this folder. Two processes would silently destroy each other's commits. */
export class DataDirInUse extends Error {
  readonly folder: string
  readonly pid: number

  constructor(folder: string, pid: number) {
    super(
      `另一个进程（pid ${pid}）正在使用数据目录 ${folder}，请先停止它或设置其他 DATA_DIR。\nAnother process (pid ${pid}) is using ${folder}. Stop it, or set another DATA_DIR.`,
    )
    this.name = 'DataDirInUse'
    this.folder = folder
    this.pid = pid
  }
}

interface LockHolder {
  readonly pid: number
  /** Null if the system could not report it. Any live process with that id then counts as the holder. */
  readonly startedAt: string | null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns the start time of a process, which distinguishes it from a later process with the same id. */
export function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    return stdout?.trim() || null
  }
}

function readHolder(path: string): LockHolder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LockHolder
  } catch {
    return null
  }
}

function isHeld(holder: LockHolder | null): holder is LockHolder {
  if (!holder || !isAlive(holder.pid)) return false
  const actualStartTime = startTimeOf(holder.pid)
  return actualStartTime === null || holder.startedAt === null || actualStartTime === holder.startedAt
}

/** Creates a complete file unless one exists (like O_EXCL, but never visible half-written). */
function createIfAbsent(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Replaces the lock of a dead process. If several processes try, only the holder of the second lock replaces it, after
 * checking again.
 */
function replaceStaleLock(folder: string, draft: string, path: string): void {
  const replacementLock = `${path}.replacing`
  if (!createIfAbsent(draft, replacementLock)) {
    const replacementHolder = readHolder(replacementLock)
    if (isHeld(replacementHolder)) throw new DataDirInUse(folder, replacementHolder.pid)
    rmSync(replacementLock, { force: true })
    if (!createIfAbsent(draft, replacementLock)) throw new DataDirInUse(folder, readHolder(replacementLock)?.pid ?? 0)
  }
  try {
    const holder = readHolder(path)
    if (isHeld(holder)) throw new DataDirInUse(folder, holder.pid)
    renameSync(draft, path)
  } finally {
    rmSync(replacementLock, { force: true })
  }
}

/**
 * Locks the folder for this process until the returned function is called. Throws DataDirInUse. A live process never
 * loses its lock, whatever its age.
 */
export function lockFolder(folder: string): () => void {
  const path = `${folder}.lock`
  const draft = `${path}.${process.pid}-${randomUUID()}`
  const lockText = JSON.stringify({ pid: process.pid, startedAt: startTimeOf(process.pid), id: randomUUID() })
  writeFileSync(draft, lockText, { flag: 'wx' })
  try {
    if (!createIfAbsent(draft, path)) {
      const holder = readHolder(path)
      if (isHeld(holder)) throw new DataDirInUse(folder, holder.pid)
      replaceStaleLock(folder, draft, path)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    try {
      if (readFileSync(path, 'utf8') === lockText) rmSync(path)
    } catch {
      // The lock is already gone, so there is nothing to release.
    }
  }
}
