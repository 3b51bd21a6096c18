package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.report.RecordedGaps;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Another run that the gaps are compared with. */
final class GapComparison {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--since",
      paramLabel = "FILE",
      description =
          "Show new, worse, better and closed gaps since an earlier run, saved to FILE with"
              + " -o json.")
  private @Nullable Path since;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description =
          "List only gaps that aren't in FILE, an earlier run saved with -o json. Exit with 1"
              + " if there are any.")
  private @Nullable Path baseline;

  /** Only picocli makes one. */
  GapComparison() {}

  /** Reads the run to show changes since, if there is one. */
  Optional<RecordedGaps> since(String selection) {
    if (since != null && baseline != null) {
      throw new ParameterException(
          spec.commandLine(), "--since and --baseline are mutually exclusive");
    }
    return read(since, selection);
  }

  boolean hasBaseline() {
    return baseline != null;
  }

  /** Reads the earlier run to compare with, if there is one. */
  Optional<RecordedGaps> baseline(String selection) {
    return read(baseline, selection);
  }

  private static Optional<RecordedGaps> read(@Nullable Path file, String selection) {
    if (file == null) {
      return Optional.empty();
    }
    RecordedGaps recorded = RecordedGaps.read(file);
    if (!recorded.selection().equals(selection)) {
      throw new InputException(
          file
              + " was written "
              + with(recorded.selection())
              + ", and this run is "
              + with(selection)
              + ": what one of them leaves out would look new or gone");
    }
    return Optional.of(recorded);
  }

  private static String with(String selection) {
    return selection.isEmpty() ? "for all gaps" : "with " + selection;
  }
}
