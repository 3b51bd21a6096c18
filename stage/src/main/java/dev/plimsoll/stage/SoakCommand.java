package dev.plimsoll.stage;

import dev.plimsoll.stage.ask.Answer;
import dev.plimsoll.stage.install.Installer;
import dev.plimsoll.stage.install.Way;
import dev.plimsoll.stage.install.Ways;
import dev.plimsoll.stage.soak.Soak;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs everything for hours, with load and faults. */
@Command(name = "soak", mixinStandardHelpOptions = true)
public final class SoakCommand implements Callable<Integer> {
  private static final int SECONDS_PER_HOUR = 3600;

  @Parameters(paramLabel = "HOURS", description = "How long, such as 0.25.")
  private double hours;

  @Option(names = "--seed", defaultValue = "1", description = "What load and faults follow from.")
  private long seed;

  @Option(names = "--by", defaultValue = "kustomize", description = "kustomize, helm or yaml.")
  private String by;

  /** Runs the command, and ends with its exit code. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new SoakCommand()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    Path project = Path.of(System.getProperty("plimsoll.root"));
    Path work = Path.of(System.getProperty("plimsoll.stage.work"));
    Table table = new Table(System.err);
    Way everything =
        Ways.of(project.resolve("manifests")).stream()
            .filter(it -> it.name().equals("everything"))
            .findFirst()
            .orElseThrow();
    try (Session session = new Session(project, work, "", table)) {
      session.play(by, everything.name(), (run, its) -> soak(run, its, everything, session, table));
    }
    System.out.println(table.markdown());
    return table.hasFailed() ? 1 : 0;
  }

  private void soak(StageRun run, Installer installer, Way everything, Session session, Table table)
      throws Exception {
    if (run.install(installer, everything) && run.isReady(installer, everything, "before")) {
      run.letNothingPass(everything);
      Duration time = Duration.ofSeconds((long) (hours * SECONDS_PER_HOUR));
      Map<String, Answer> answers = new Soak(session.cluster(), seed).run(time);
      answers.forEach((asked, answer) -> table.add("soak", asked, answer));
      boolean unused = run.isReady(installer, everything, "after");
    }
  }
}
