import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface Stream {
  readonly nfd?: number
}
interface NodeFsModule {
  NODEFS: { stream_ops: { fsync?: (stream: Stream) => number } }
}
type InitOptions = Parameters<NodeFS['init']>[1]

/**
 * The database's files in a folder, with an fsync that reaches the disk. PGlite comes with fsync off and a file system that ignores it: a power cut then loses
 * acknowledged commits or the whole database. Its Emscripten build calls `stream_ops.fsync` where a file system has one, so it gets one.
 */
export class DurableFiles extends NodeFS {
  syncs = 0

  override async init(pg: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const prepared = await super.init(pg, options)
    const addFsync = (module: unknown) => {
      ;(module as NodeFsModule).NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) fsyncSync(stream.nfd)
        this.syncs++
        return 0
      }
    }
    const { emscriptenOpts } = prepared
    return { ...prepared, emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync as never] } }
  }
}

/** Makes a folder and everything in it durable, before it is renamed into place. */
export function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncFolder(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}

function syncPath(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Another process works with this folder: two would silently destroy each other's commits. */
export class DataDirInUse extends Error {
  readonly pid: number

  constructor(folder: string, pid: number) {
    super(
      `另一个进程（pid ${pid}）正在使用数据目录 ${folder}，请先停止它或设置其他 DATA_DIR。\nAnother process (pid ${pid}) is using ${folder}. Stop it, or set another DATA_DIR.`,
    )
    this.pid = pid
  }
}

/** When a process was started, as the system tells it apart from a later one with the same number; null when it does not run. */
function startedAt(pid: number): string | null {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'running'
  } catch {
    return 'running'
  }
}

/** Takes the folder for this process; throws DataDirInUse while another live process holds it. Never taken from a live one, never given up by age. */
export function lockFolder(folder: string): () => void {
  const path = `${folder}.lock`
  const mine = JSON.stringify({ pid: process.pid, startedAt: startedAt(process.pid) })
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(path, mine, { flag: 'wx' })
      return () => {
        if (existsSync(path) && readFileSync(path, 'utf8') === mine) rmSync(path)
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = readHolder(path)
      if (holder && startedAt(holder.pid) !== null && (startedAt(holder.pid) === holder.startedAt || startedAt(holder.pid) === 'running'))
        throw new DataDirInUse(folder, holder.pid)
      rmSync(path, { force: true })
    }
  }
  throw new Error(`could not lock ${folder}`)
}

function readHolder(path: string): { pid: number; startedAt: string } | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as { pid: number; startedAt: string }
  } catch {
    return null
  }
}
