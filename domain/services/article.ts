// News, notices, the knowledge base and rules: their types, states and steps.

export const articleSections = ['news', 'notice', 'knowledge', 'rule'] as const
export type ArticleSection = (typeof articleSections)[number]

export const knowledgeTopics = ['joining', 'signing', 'paying', 'invoices', 'tax', 'account'] as const
/** Topics of an article. `terms` marks the rules on the page /Clause. */
export const articleTopics = [...knowledgeTopics, 'terms'] as const
export type ArticleTopic = (typeof articleTopics)[number]

/** The audience of an article. `public` includes visitors without an account. */
export const audiences = ['public', 'unit', 'operator', 'centre', 'partner'] as const
export type Audience = (typeof audiences)[number]

export const articleStates = ['draft', 'scheduled', 'published', 'withdrawn'] as const
export type ArticleState = (typeof articleStates)[number]

export const articleSteps = ['save', 'publish', 'schedule', 'unschedule', 'takeDown', 'remove'] as const
export type ArticleStep = (typeof articleSteps)[number]

// The published version stays visible while the next version is written. Saving therefore changes nothing for readers.
const allowedStates: Readonly<Record<ArticleStep, readonly ArticleState[]>> = {
  save: ['draft', 'published', 'withdrawn'],
  publish: ['draft', 'scheduled', 'published', 'withdrawn'],
  schedule: ['draft', 'withdrawn'],
  unschedule: ['scheduled'],
  takeDown: ['published'],
  remove: ['draft'],
}

/** Returns whether the step is allowed in this state. */
export function canTakeArticleStep(step: ArticleStep, state: ArticleState): boolean {
  return allowedStates[step].includes(state)
}

/** Returns the topics of a section; `null` means that a topic is optional. */
export function topicsOfSection(section: ArticleSection): readonly (ArticleTopic | null)[] {
  if (section === 'knowledge') return knowledgeTopics
  return section === 'rule' ? [null, 'terms'] : [null]
}

interface DatedVersion {
  readonly no: number
  readonly effectiveFrom: string | null
}

/** Returns the version of a rule in force on a day: the latest one that has begun, or null. */
export function versionInForce<V extends DatedVersion>(versions: readonly V[], day: string): V | null {
  const effectiveVersions = versions.filter(({ effectiveFrom }) => effectiveFrom === null || effectiveFrom <= day)
  return effectiveVersions.toSorted((one, other) => other.no - one.no)[0] ?? null
}
