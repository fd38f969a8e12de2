import { z } from 'zod'
import type { ExternalService, GatewayKindName, gatewayKinds } from '#/domain/services/gateway.ts'
import { compareFace } from '#/server/desk/gateways/adapter-face.ts'
import { checkCard, checkIdentity } from '#/server/desk/gateways/adapter-identity.ts'
import { checkCompany } from '#/server/desk/gateways/adapter-register.ts'
import { type SmsOrder, type SmsResponse, sendText } from '#/server/desk/gateways/adapter-sms.ts'
import type {
  CardCheckRequest,
  CardCheckResult,
  CompanyCheckRequest,
  CompanyCheckResult,
  FaceCheckRequest,
  FaceCheckResult,
  IdentityCheckRequest,
  IdentityCheckResult,
} from '#/server/kernel/external/gateways.ts'

/** Calls a path of the gateway. Throws when no answer arrives or its signature is invalid. */
export type GatewayCall = (path: string, input: object) => Promise<unknown>

/** The adapters of each service. An answer outside the agreed format throws, so it never counts as a match. */
export interface Adapters {
  readonly sms: { readonly send: (call: GatewayCall, settings: Readonly<Record<string, string>>, order: SmsOrder) => Promise<SmsResponse> }
  readonly identity: {
    readonly identity: (call: GatewayCall, request: IdentityCheckRequest) => Promise<IdentityCheckResult>
    readonly card: (call: GatewayCall, request: CardCheckRequest) => Promise<CardCheckResult>
  }
  readonly face: { readonly compare: (call: GatewayCall, request: FaceCheckRequest) => Promise<{ answer: FaceCheckResult; likeness: number }> }
  readonly register: { readonly queryCompany: (call: GatewayCall, request: CompanyCheckRequest) => Promise<CompanyCheckResult> }
}

type KindOf<S extends ExternalService> = { [K in GatewayKindName]: (typeof gatewayKinds)[K]['service'] extends S ? K : never }[GatewayKindName]

const adapters: { readonly [S in ExternalService]: Readonly<Record<KindOf<S>, Adapters[S]>> } = {
  sms: { http_sms: { send: sendText } },
  identity: { http_identity: { identity: checkIdentity, card: checkCard } },
  face: { http_face: { compare: compareFace } },
  register: { http_register: { queryCompany: checkCompany } },
}

/** Returns the adapter of a service by its configured kind. */
export function adapterOf<S extends ExternalService>(service: S, kind: GatewayKindName): Adapters[S] {
  const adapter = (adapters[service] as Readonly<Partial<Record<GatewayKindName, Adapters[S]>>>)[kind]
  if (!adapter) throw new Error(`${kind} does not reach ${service}`)
  return adapter
}

const PingAnswer = z.object({ result: z.literal('ok') })

/** Checks that the gateway answers and accepts our key. */
export async function pingGateway(call: GatewayCall, service: ExternalService): Promise<void> {
  PingAnswer.parse(await call(`/${service}/ping`, {}))
}
