package dev.plimsoll.cli;

/** The exit codes, as the help of every command lists them. */
final class ExitCode {
  /** Nothing is wrong, or {@code --exit-code} was not given. */
  static final int OK = 0;

  /**
   * With {@code --exit-code}: gaps were found, or the pod wouldn't run. Without: a check has
   * findings, a replay differs, a probed service isn't well.
   */
  static final int WRONG = 1;

  /** Invalid input: a file, an option, a name; or an answer that can't be written. */
  static final int BAD_INPUT = 2;

  /** The cluster is unreachable. */
  static final int UNREACHABLE = 3;

  /**
   * Some of the changes to the cluster failed, or a rule failed on some objects; the rest was done.
   */
  static final int PARTLY = 4;

  /** A check found nothing, and not all is known. */
  static final int UNKNOWN = PARTLY;

  private ExitCode() {}
}
