/**
 * What comes of trying a configuration. That it cannot be written, built or emulated says nothing against the program: it is a value, for
 * whoever has others to try. Each holds the message that a command ends with which has not.
 */
import { CompilerRefusal } from '../clang/compiler-messages.js';
import { type Finding, MantissaError } from '../diagnostics/mantissa-error.js';
import type { Artifact, BuildOutcome, RunOutcome } from '../execution/engine.js';

/** The configuration cannot be written as source, or what was written does not compile. */
export interface Infeasible {
  readonly kind: 'infeasible';
  readonly message: MantissaError;
}

/** It was written, and no program came of it. */
export interface BuildFailed {
  readonly kind: 'build-failed';
  readonly message: MantissaError;
}

/** The program has no instrumented twin on this engine, whatever the configuration. */
export interface NotInstrumented {
  readonly kind: 'not-instrumented';
  readonly message: MantissaError;
}

export type Refusal = Infeasible | BuildFailed | NotInstrumented;

/** The files that change, by path relative to the project. */
export type Rewriting = { readonly kind: 'rewritten'; readonly files: Map<string, string> } | Infeasible;
export type Building = { readonly kind: 'built'; readonly artifact: Artifact } | Infeasible | BuildFailed;
export type Emulation = RunOutcome | Infeasible | NotInstrumented;

export function infeasible(findings: string | readonly Finding[], cause?: unknown): Infeasible {
  return { kind: 'infeasible', message: new MantissaError('MX4006', findings, { cause }) };
}

/** For what clang says of a text of ours: the configuration is at fault, not the program. */
export function refusedSource(error: unknown): Infeasible {
  if (!isRefusedSource(error)) throw error;
  return infeasible(error.findings, error);
}

export function isRefusedSource(error: unknown): error is CompilerRefusal {
  return error instanceof CompilerRefusal && error.fault === 'source';
}

/** Throws where there is no compiler. */
export function builtOrRefused(outcome: BuildOutcome): Exclude<Building, Infeasible> {
  switch (outcome.kind) {
    case 'built':
      return { kind: 'built', artifact: outcome.artifact };
    case 'build-failed': {
      const { diagnostics, remedy } = outcome;
      const message = new MantissaError('MX4007', diagnostics.slice(0, 4000), remedy ? { remedy } : {});
      return { kind: 'build-failed', message };
    }
    case 'unavailable':
      throw new MantissaError('MX2015', outcome.reason, { remedy: outcome.remedy });
  }
}

/** For a command that cannot do without: what was refused ends it. */
export function required<Done extends { readonly kind: string }>(attempt: Done | Refusal): Done {
  if (isRefusal(attempt)) throw attempt.message;
  return attempt;
}

export function isRefusal(attempt: { readonly kind: string }): attempt is Refusal {
  return 'message' in attempt;
}

/** The first thing that was found, in words. */
export function reasonOf({ kind, message }: Refusal): string {
  if (kind === 'not-instrumented' && message.code === 'MX4007')
    return 'the program generated for it does not compile (mantissa run --how reference or --how emulated prints the errors)';
  return message.findings[0]?.text ?? message.message;
}
