/**
 * Results of trying a configuration. A configuration that cannot be written, built or emulated is a value, not an exception, because a search
 * tries others. Each refusal contains the message for a command that has no other configuration.
 */
import { CompilerRefusal } from '../clang/compiler-messages.js';
import { type Finding, MantissaError } from '../diagnostics/mantissa-error.js';
import type { Artifact, BuildOutcome, RunOutcome } from '../execution/engine.js';

/** The configuration cannot be written as source, or the source does not compile. */
export interface Infeasible {
  readonly kind: 'infeasible';
  readonly message: MantissaError;
}

/** The configuration was written, but its build failed. */
export interface BuildFailed {
  readonly kind: 'build-failed';
  readonly message: MantissaError;
}

/** The program cannot be instrumented on this engine, independent of the configuration. */
export interface NotInstrumented {
  readonly kind: 'not-instrumented';
  readonly message: MantissaError;
}

export type Refusal = Infeasible | BuildFailed | NotInstrumented;

/** Changed files by path relative to the project. */
export type Rewriting = { readonly kind: 'rewritten'; readonly files: Map<string, string> } | Infeasible;
export type Building = { readonly kind: 'built'; readonly artifact: Artifact } | Infeasible | BuildFailed;
export type Emulation = RunOutcome | Infeasible | NotInstrumented;

export function infeasible(findings: string | readonly Finding[], cause?: unknown): Infeasible {
  return { kind: 'infeasible', message: new MantissaError('MX4006', findings, { cause }) };
}

/** Converts clang's refusal of rewritten source, for which the configuration is responsible. */
export function refusedSource(error: unknown): Infeasible {
  if (!isRefusedSource(error)) throw error;
  return infeasible(error.findings, error);
}

export function isRefusedSource(error: unknown): error is CompilerRefusal {
  return error instanceof CompilerRefusal && error.fault === 'source';
}

/** Throws if there is no compiler. */
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

/** For commands that need the result: throws a refusal. */
export function required<Done extends { readonly kind: string }>(attempt: Done | Refusal): Done {
  if (isRefusal(attempt)) throw attempt.message;
  return attempt;
}

export function isRefusal(attempt: { readonly kind: string }): attempt is Refusal {
  return 'message' in attempt;
}

/** The text of the first finding; for a generated program that does not compile, how to see the compiler's messages. */
export function reasonOf({ kind, message }: Refusal): string {
  if (kind === 'not-instrumented' && message.code === 'MX4007')
    return 'the generated program does not compile (mantissa run --how reference or --how emulated prints the errors)';
  return message.findings[0]?.text ?? message.message;
}
