package dev.plimsoll.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import dev.plimsoll.cli.document.ShellCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** One run of the command: its exit code and what it printed. */
record CliRun(int exitCode, String out, String err) {
  static final Path ROOT = Path.of(System.getProperty("plimsoll.root"));
  static final Path EXAMPLE = ROOT.resolve("examples/gpu-tenants.json");

  static CliRun of(String... arguments) {
    return of(Plimsoll.commandLine(), arguments);
  }

  /** Runs a command on the example, with parts that a factory makes. */
  static CliRun withFactory(CommandLine.IFactory factory, String... arguments) {
    return of(Plimsoll.commandLine(factory), onExampleWords(arguments));
  }

  static CliRun of(CommandLine plimsoll, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = plimsoll.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int exitCode = command.execute(arguments);
    return new CliRun(exitCode, out.toString(), err.toString());
  }

  /** Runs what a document says, from the project's folder. */
  static CliRun asWritten(ShellCommand command) {
    return of(
        command.arguments().stream()
            .map(a -> Files.exists(ROOT.resolve(a)) ? ROOT.resolve(a).toString() : a)
            .toArray(String[]::new));
  }

  static CliRun onExample(String... arguments) {
    return of(onExampleWords(arguments));
  }

  private static String[] onExampleWords(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--snapshot", EXAMPLE.toString()));
    return all.toArray(String[]::new);
  }

  static JsonElement jsonOnExample(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("-o", "json"));
    return JsonParser.parseString(onExample(all.toArray(String[]::new)).out());
  }
}
