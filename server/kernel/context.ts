import type { Kysely } from 'kysely'
import type { Upload } from '#/api/operation.ts'
import type { Permission } from '#/api/pages.ts'
import type { Mode, PostStatus, UserType } from '#/domain/codes.ts'
import type { Language } from '#/domain/text.ts'
import type { Courier } from '#/server/kernel/courier.ts'
import type { FileStore } from '#/server/kernel/files.ts'
import type { Gateways } from '#/server/kernel/gateways.ts'
import type { Event, Handler, Job, Subscription } from '#/server/kernel/job.ts'
import type { Outside } from '#/server/kernel/outside.ts'
import type { WideningName } from '#/server/kernel/widenings.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import type { SigningIdentity } from '#/server/lib/pdf/signing-identity.ts'
import type { Secrets } from '#/server/lib/vault/secrets.ts'
import type { Signer } from '#/server/lib/vault/statements.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

export type { Mode }
export type Db = Kysely<Tables>

/** A centre and a settlement mode. */
export interface Place {
  readonly centreId: number
  readonly mode: Mode
}

/** Who is asking, read from the database at every request: a right that was taken away is gone with the next click. */
export interface Actor {
  readonly userId: number
  readonly sessionId: number
  readonly username: string
  readonly name: string
  readonly usertype: UserType
  readonly poststatus: PostStatus
  readonly unitId: number | null
  readonly operatorId: number | null
  readonly partnerId: number | null
  /** Whether the account may key in for others (`islr`); whoever holds every right may. */
  readonly keysIn: boolean
  /** Where somebody of a centre may work, whichever of it was chosen; nobody else chooses. */
  readonly places: readonly Place[]
  readonly permissions: ReadonlySet<string>
  /** Whether the actor holds the key (admin3 holds every key). */
  readonly may: (permission: Permission) => boolean
}

/** What the actor may see: session ∩ headers. Every store query that lists business rows takes it, and row-level security repeats it. */
export interface Scope {
  readonly all: boolean
  /** The centres whose rows are seen whole; for centre staff exactly the effective centre. */
  readonly centreIds: readonly number[]
  /** The units whose rows are seen: the actor's own, or the ones a salesman looks after. */
  readonly unitIds: readonly number[]
  readonly operatorId: number | null
  /** The centre and mode that centre staff work in now; null for everyone else, who filter like ordinary lists. */
  readonly centreId: number | null
  readonly mode: Mode | null
}

/** What the audit log records about this write. */
export interface TrailNote {
  readonly refType: string
  readonly refId: number | string
  readonly unitId?: number | null
  readonly centreId?: number | null
  /** The fields that can change, as they were and as they are now; masked. The log shows both side by side. */
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
  /** Counts, hashes, numbers; never a password, a whole identity or card number. The `keyword` of a `filter` is not written. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/** A file to keep. */
export interface NewFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
  readonly purpose: string
  readonly unitId?: number | null
  readonly centreId?: number | null
  readonly operatorId?: number | null
  readonly partnerId?: number | null
  /** Days until it may be thrown away; absent for what must stay. */
  readonly keepDays?: number
}

export interface StoredFile {
  readonly id: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
  readonly sha256: string
}

/** The private file store, inside the caller's scope. */
export interface Files {
  /** Stores the bytes and answers their id and sha256. */
  save(file: NewFile): Promise<{ id: string; sha256: string }>
  /** The same for several at once: the transaction begins anew once for all of them, not once for each. */
  saveAll(files: readonly NewFile[]): Promise<{ id: string; sha256: string }[]>
  /** The row of a file whose bytes are in the store already. */
  adopt(file: Omit<NewFile, 'bytes'> & { readonly id: string; readonly sha256: string; readonly sizeBytes: number }): Promise<void>
  /** null when there is none in the caller's scope. */
  open(id: string): Promise<StoredFile | null>
}

/** Everything an operation receives. `db` is the running transaction, which the operation cannot commit. */
export interface Context {
  readonly db: Db
  readonly actor: Actor
  readonly scope: Scope
  /** The only clock; virtual in demo mode and in tests. */
  readonly now: Date
  readonly newId: () => string
  readonly language: Language
  readonly requestId: string
  readonly ip: string
  readonly agent: string
  /** The user confirmed that rows hidden in an uploaded list are meant. */
  readonly takesHidden: boolean
  /** The machine's own time: for sessions, locks and limits, which a virtual clock must not move. */
  readonly real: Date
  /** Moves business time (demo mode and tests only). */
  readonly advanceClock: (milliseconds: number) => Promise<Date>
  /** Known passwords and a clock that can be moved: never in production. */
  readonly isDemo: boolean
  /** The address of this site (null: not set), whom to ask for help, and which messages can be sent. */
  readonly site: {
    /** Whether the template's demo pages are shown. */
    readonly hasShowcase: boolean
    readonly url: string | null
    readonly support: string
    readonly record: string
    readonly notice: string
    readonly ways: Courier['ways']
    /** Where mails leave and as whose; null where no mail server is named. */
    readonly mail: { readonly host: string; readonly from: string } | null
  }
  /** What others do for the platform: verifiers and text messages. Asked within `outside`. */
  readonly gateways: Gateways
  /** Does slow work without the transaction: see `Outside`. Everything before it may run again. */
  readonly outside: Outside
  readonly files: Files
  readonly secrets: Secrets
  /** Internal networks that may be called all the same (`server/lib/outbound.ts`). */
  readonly ownNetworks: readonly string[]
  /** Seals, opens and finds identity and card numbers: what the database keeps of them is unreadable. */
  readonly vault: Vault
  /** What the machine itself brings to seal with: the demo's own certificate, which stands for everybody, or the one that the settings name, the platform's. */
  readonly siteSeal: { readonly isSelfMade: boolean; readonly until: Date | null } | null
  /** Adds what this write did to its row of the trail (an operation may note several objects; each becomes a row). */
  readonly note: (note: TrailNote) => void
  /** Queues a job in this very transaction, with ids as its payload: the `keyword` of a `filter` is not written into the queue. */
  readonly enqueue: <T extends object>(job: Job<T>, data: NoInfer<T>, options?: { afterSeconds?: number }) => Promise<void>
  /** Queues one job for each of these, in one statement. */
  readonly enqueueAll: <T extends object>(job: Job<T>, list: readonly NoInfer<T>[]) => Promise<void>
  /** Says in this very transaction that something happened: the job of everybody who reacts to it is queued. */
  readonly publish: <T extends object>(event: Event<T>, happened: NoInfer<T>) => Promise<void>
  /** Works on rows beyond the actor's scope inside the same transaction: what may, and why, is listed in `server/kernel/widenings.ts`. */
  readonly widen: <T>(name: WideningName, work: () => Promise<T>) => Promise<T>
  /** Does a part that may fail alone: what it wrote and noted is undone, and the failure is thrown for the caller to deal with. */
  readonly part: <T>(work: () => Promise<T>) => Promise<T>
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void; error(fields: object, message: string): void }
}

/** What a job gets: as many transactions as it needs, none of them open while it waits for the network. */
export interface JobContext {
  /** Runs one transaction as the system (all rows); audited with the given action when it notes anything. */
  readonly run: <T>(action: string, work: (context: Context) => Promise<T>) => Promise<T>
  /** Runs one transaction with the scope of this user, as it is now; of centre staff at this place, or the first of theirs. Refuses a place that is theirs no more. */
  readonly runAs: <T>(
    userId: number,
    action: string,
    work: (context: Context) => Promise<T>,
    at?: { readonly centreId: number | null; readonly mode: Mode | null },
  ) => Promise<T>
  /** The same as the owner of the database, for what the application role cannot see: accounts, sessions, recovery. */
  readonly runAsOwner: <T>(action: string, work: (context: Context) => Promise<T>) => Promise<T>
  /** Where the bytes of files are; only what clears them away needs it. */
  readonly store: FileStore
  /** Sends messages: never inside a transaction. */
  readonly courier: Courier
  readonly gateways: Gateways
  readonly vault: Vault
  /** Internal networks that may be called all the same (`server/lib/outbound.ts`). */
  readonly ownNetworks: readonly string[]
  /** Signs what must be provable later, under the keys of the settings. */
  readonly signer: Signer
  /** The machine's own time. */
  readonly real: () => Date
  /** Whether this is the demonstration: only there is a sandbox believed. */
  readonly isDemo: boolean
  /** How far apart the checks of what is recent are. */
  readonly checkMinutes: number
  /** Who seals contracts; null when no certificate is set up. */
  readonly identity: (() => Promise<SigningIdentity>) | null
  readonly log: Context['log']
  readonly isStopping: () => boolean
}

/** The jobs of a module, with what runs again and again by itself. */
export interface Jobs {
  readonly handlers: readonly Handler[]
  /** What is queued when a module below publishes that something happened. */
  readonly reacts?: readonly Subscription[]
  /** Names run every so many seconds by every server; they must be safe to run at the same time. */
  readonly every?: Readonly<Record<string, number>>
  /** Ends what the module keeps running by itself, when the server stops. */
  readonly stop?: () => Promise<void>
}

export type { Upload }
