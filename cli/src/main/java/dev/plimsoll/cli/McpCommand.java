package dev.plimsoll.cli;

import dev.plimsoll.console.mcp.McpEndpoint;
import dev.plimsoll.console.mcp.StdioConnection;
import dev.plimsoll.console.tool.Tools;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code plimsoll mcp}. */
@Command(
    name = "mcp",
    mixinStandardHelpOptions = true,
    description = {
      "Answers an AI assistant by the Model Context Protocol on standard input and output. All"
          + " tools only read."
    },
    footer = {
      "",
      "docs/agents.md shows how to connect an assistant.",
      "Example: plimsoll mcp --snapshot examples/gpu-tenants.json"
    })
final class McpCommand implements Callable<Integer> {
  @Mixin private ClusterOptions cluster;

  /** Only picocli makes one. */
  McpCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Logs.quieten();
    AgentCluster source = new AgentCluster(cluster);
    source.start();
    StdioConnection connection =
        new StdioConnection(
            new McpEndpoint(new Tools(new CommandAnswers(cluster::fields))),
            source,
            new FileOutputStream(FileDescriptor.out));
    connection.serve(new FileInputStream(FileDescriptor.in));
    return ExitCode.OK;
  }
}
