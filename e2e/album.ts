import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestInfo } from '@playwright/test'
import { differenceOf, type Picture, packPicture, pngOf, unpackPicture } from '#/e2e/picture.ts'

/** The tolerances of pictures in full size and of pictures shrunk to squares of average colours. */
const tolerances = { full: { colour: 14, pixels: 40, size: 1 }, shrunk: { colour: 24, pixels: 20, size: 0 } } as const

/** The accepted pictures of one test, in e2e/pictures/<name>.json. */
export class Album {
  readonly #path: string
  readonly #info: TestInfo
  readonly #accepted: Record<string, string>
  readonly #taken = new Set<string>()
  readonly #problems: string[] = []

  constructor(name: string, info: TestInfo) {
    this.#path = join(import.meta.dirname, 'pictures', `${name}.json`)
    this.#info = info
    this.#accepted = existsSync(this.#path) ? JSON.parse(readFileSync(this.#path, 'utf8')) : {}
  }

  /** `npm run e2e -- gallery.spec.ts --update-snapshots` accepts the pictures that differ. */
  get #accepts(): boolean {
    return ['all', 'changed'].includes(this.#info.config.updateSnapshots)
  }

  async #report(name: string, pictures: Readonly<Record<string, Picture>>): Promise<void> {
    for (const [kind, picture] of Object.entries(pictures)) {
      const path = this.#info.outputPath(`${name}-${kind}.png`)
      writeFileSync(path, await pngOf(picture))
      await this.#info.attach(`${name} ${kind}`, { path })
    }
  }

  /** Compares a picture with the accepted one. Stores both for `problems` if they differ. */
  async compare(name: string, actual: Picture, kind: keyof typeof tolerances = 'full'): Promise<void> {
    this.#taken.add(name)
    const packed = this.#accepted[name]
    const accepted = packed === undefined ? null : await unpackPicture(packed)
    const found = accepted ? differenceOf(accepted, actual, tolerances[kind]) : { reason: 'there is no accepted picture', marked: actual }
    if (!found) return
    if (this.#accepts) {
      this.#accepted[name] = await packPicture(actual)
      return
    }
    this.#problems.push(`${name}: ${found.reason}`)
    await this.#report(name, { ...(accepted && { accepted }), actual, difference: found.marked })
  }

  /** Returns the differences from the accepted pictures, which are none after accepting them. */
  problems(): readonly string[] {
    const left = Object.keys(this.#accepted).filter((name) => !this.#taken.has(name))
    if (!this.#accepts) return [...this.#problems, ...left.map((name) => `${name}: the gallery no longer has it`)]
    const remaining = Object.entries(this.#accepted).filter(([name]) => this.#taken.has(name))
    writeFileSync(this.#path, `${JSON.stringify(Object.fromEntries(remaining.toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`)
    return []
  }
}
