package dev.plimsoll.cli;

/** The exit codes, as the help of every command lists them. */
final class ExitCode {
  /** Nothing is wrong, or nobody asked with {@code --exit-code}. */
  static final int OK = 0;

  /** With {@code --exit-code}: gaps were found, or the pod wouldn't run. */
  static final int WRONG = 1;

  /** The input can't be used: a file, an option, a name. */
  static final int BAD_INPUT = 2;

  /** The cluster can't be reached. */
  static final int UNREACHABLE = 3;

  /** Some of what was to be changed in the cluster couldn't be, the rest was. */
  static final int PARTLY = 4;

  private ExitCode() {}
}
