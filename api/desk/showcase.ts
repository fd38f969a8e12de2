import { z } from 'zod'

// Mock calls of the demo pages (specification §7), outside the request pipeline and with a different success code.

/** Success code of a mock call. */
export const showcaseSuccessCode = 20_000

const boundedText = (limit: number) => z.string().trim().min(1).max(limit)

/** A role as the role page sends it. */
export const ShowcaseRoleInput = z.strictObject({
  key: z.string().max(40).optional(),
  name: boundedText(30),
  description: z.string().max(200).default(''),
  routes: z.array(z.string().max(80).startsWith('/')).max(80),
})

/** An article as the forms send it. */
export const ShowcaseArticleInput = z.strictObject({
  title: boundedText(80),
  author: boundedText(20),
  importance: z.int().min(1).max(3),
  status: z.enum(['published', 'draft']),
  content: z.string().max(20_000).default(''),
})

const boundedNumber = (min: number, limit: number) => z.coerce.number().pipe(z.int().min(min).max(limit))

export const ShowcaseArticleQuery = z.strictObject({
  page: boundedNumber(1, 1000).default(1),
  limit: boundedNumber(1, 200).default(20),
  title: z.string().max(80).default(''),
  importance: boundedNumber(1, 3).optional(),
  status: z.enum(['published', 'draft']).optional(),
  sort: z.enum(['+id', '-id']).default('+id'),
})

/** The articles of a downloaded file. Without ids, it contains the first hundred. */
export const ShowcaseFileQuery = z.strictObject({
  ids: z
    .string()
    .regex(/^\d{1,6}(,\d{1,6}){0,99}$/)
    .optional(),
})

export const ShowcaseLogin = z.strictObject({ username: z.string().max(40), password: z.string().max(40) })

/** A role with its visible routes. */
export interface ShowcaseRoleRow {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly routes: readonly string[]
}

/** An article of the mock. */
export interface ShowcaseArticle extends z.output<typeof ShowcaseArticleInput> {
  readonly id: number
  readonly at: string
  readonly pageviews: number
}

/** A transaction of the mock. */
export interface ShowcaseTransaction {
  readonly orderNo: string
  readonly at: string
  readonly username: string
  /** The price in fen. */
  readonly price: number
  readonly status: 'success' | 'pending'
}
