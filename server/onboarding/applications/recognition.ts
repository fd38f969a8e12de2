import type { Upload } from '#/api/operation.ts'
import { cardWarningTexts } from '#/api/people/identity.texts.ts'
import type { ApplicationKind } from '#/domain/onboarding/application.ts'
import type { CardField, DocumentImageKind } from '#/domain/people/recognition.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import type * as store from '#/server/onboarding/applications/store.ts'
import { type RecognisedCard, recogniseCard, storeRecognised } from '#/server/people/identity/public.ts'
import { type CleanPicture, cleanPicture } from '#/server/services/files/public.ts'

/** A cleaned picture, with its reading if it shows a card. */
export interface ReadyPicture {
  readonly picture: CleanPicture
  readonly filename: string
  readonly recognised: RecognisedCard | null
}

/** Values read from a picture, by form field. Applicant and reviewer compare them with the answers. */
export type PictureReadings = readonly { readonly field: string; readonly value: string }[]

const cardSideByField: Readonly<Record<string, DocumentImageKind>> = {
  idFront: 'front',
  idBack: 'back',
  legalIdFront: 'front',
  legalIdBack: 'back',
  licence: 'licence',
}

type FormFieldNames = Readonly<Partial<Record<CardField, string>>>

const personFields: FormFieldNames = { name: 'name', nation: 'nation', address: 'address', idNumber: 'idNumber' }
const validityFields: FormFieldNames = { authority: 'authority', validFrom: 'validFrom', validTo: 'validTo' }

// In each kind of registration the same card fills other fields.
const fieldNamesByKind: Readonly<Record<ApplicationKind, Readonly<Record<string, FormFieldNames>>>> = {
  unit: {
    licence: { name: 'name', creditCode: 'creditCode', legal: 'legalPerson' },
    legalIdFront: { idNumber: 'legalIdNumber' },
  },
  partner: { licence: { name: 'name', creditCode: 'creditCode' }, idFront: { name: 'name', idNumber: 'idNumber' } },
  operator: { idFront: personFields, idBack: validityFields, licence: { name: 'shopName', creditCode: 'shopCreditCode', scope: 'bizScope' } },
  international: {},
}

function readingsOf(kind: ApplicationKind, field: string, { fields }: RecognisedCard): PictureReadings {
  const names = fieldNamesByKind[kind][field] ?? {}
  return fields.flatMap((each) => {
    const name = names[each.field]
    return name && each.value !== '' ? [{ field: name, value: each.value }] : []
  })
}

/**
 * Cleans a picture and reads cards. Call outside transactions, because reading takes seconds. Foreign IDs are not read;
 * reviewers compare them.
 */
export async function preparePicture(field: string, upload: Upload, now: Date): Promise<ReadyPicture> {
  const side = cardSideByField[field]
  if (!side) return { picture: await cleanPicture(upload.bytes), filename: upload.filename, recognised: null }
  const recognisedCard = await recogniseCard(upload, side, now)
  return { picture: recognisedCard.picture, filename: upload.filename, recognised: recognisedCard }
}

/** Stores a private picture. Returns the file and its warnings in the applicant's language. */
export async function storePrivatePicture(
  ctx: Context,
  of: { readonly application: Pick<store.Application, 'id' | 'kind' | 'centre_id'>; readonly field: string },
  { picture, filename, recognised }: ReadyPicture,
): Promise<{ fileId: string; warnings: string[]; read: PictureReadings }> {
  if (recognised) {
    const fileId = await storeRecognised(ctx, recognised, `application ${of.application.id}`)
    return {
      fileId,
      warnings: recognised.warnings.map((code) => translate(cardWarningTexts[code], ctx.language)),
      read: readingsOf(of.application.kind, of.field, recognised),
    }
  }
  const extension = picture.mediaType === 'image/png' ? 'png' : 'jpg'
  const name = `${filename.replace(/\.[^.]{0,8}$/, '') || of.field}.${extension}`
  const { id } = await ctx.files.save({ name, mediaType: picture.mediaType, bytes: picture.bytes, purpose: 'application', centreId: of.application.centre_id })
  return { fileId: id, warnings: [], read: [] }
}
