package dev.plimsoll.cli;

import dev.plimsoll.cli.output.ControlCharacters;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.NoKubeconfigException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.whatif.NoSuchObjectException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports a failure as a line for each mistake on stderr and an exit code, never as a stack trace.
 */
final class ErrorReporter {
  private static final int MEMORY_TRIES = 100;
  private static final long MEMORY_PAUSE_NANOS = 20_000_000;

  private ErrorReporter() {}

  static int usage(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    print(failure, err);
    if (!UnmatchedArgumentException.printSuggestions(failure, err)) {
      err.println("See: " + command.getCommandSpec().qualifiedName() + " --help");
    }
    return ExitCode.BAD_INPUT;
  }

  private static void print(Exception failure, PrintWriter err) {
    List<String> sentences =
        failure instanceof InputException input
            ? input.sentences()
            : List.of(String.valueOf(failure.getMessage()).replaceFirst("^Error: ", ""));
    String label = "error: ";
    for (String sentence : sentences) {
      err.println(label + ControlCharacters.escaped(sentence));
      label = "";
    }
  }

  /** Reports the error once there is memory for it: the input's memory is released first. */
  static int outOfMemory(CommandLine command) {
    for (int i = 0; i < MEMORY_TRIES; i++) {
      try {
        long mebibytes = Runtime.getRuntime().maxMemory() >> 20;
        command
            .getErr()
            .println(
                "error: the input doesn't fit into "
                    + mebibytes
                    + " MiB of memory; give the Java VM more, such as PLIMSOLL_JAVA_OPTS=-Xmx4g, or"
                    + " read less of the cluster");
        break;
      } catch (OutOfMemoryError e) {
        LockSupport.parkNanos(MEMORY_PAUSE_NANOS);
      }
    }
    return ExitCode.BAD_INPUT;
  }

  static int execution(Exception failure, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (failure instanceof NoKubeconfigException none) {
      print(new InputException(none.getMessage() + " " + howToNameOne(command)), err);
      return ExitCode.BAD_INPUT;
    }
    if (failure instanceof InputException || failure instanceof NoSuchObjectException) {
      print(failure, err);
      return ExitCode.BAD_INPUT;
    }
    if (failure instanceof UnreachableException) {
      print(failure, err);
      return ExitCode.UNREACHABLE;
    }
    internal(failure.toString(), failure, err);
    return ExitCode.BAD_INPUT;
  }

  private static String howToNameOne(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    if (spec.findOption("--kubeconfig") == null) {
      return "Name one in the file, as cluster.kubeconfig.";
    }
    boolean takesDumps =
        spec.findOption("--snapshot") != null
            && !command.getParseResult().hasMatchedOption("--watch");
    return "Name one with --kubeconfig" + (takesDumps ? ", or a dump with --snapshot." : ".");
  }

  /** Reports rules that failed on some objects, while the others were answered about. */
  static int unexamined(List<Unexamined> unexamined, CommandLine command) {
    unexamined.forEach(
        u -> internal("not examined: " + u.message(), u.failure(), command.getErr()));
    return ExitCode.PARTLY;
  }

  private static void internal(String message, Exception failure, PrintWriter err) {
    err.println(
        "error: internal error: "
            + ControlCharacters.escaped(message)
            + "; please report it with the stack trace that PLIMSOLL_DEBUG=1 prints");
    if (System.getenv("PLIMSOLL_DEBUG") != null) {
      failure.printStackTrace(err);
    }
  }
}
