package dev.plimsoll.console.tool;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.LimitedLog;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.model.whatif.NoSuchObjectException;
import dev.plimsoll.server.access.AccessException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/** All tools. They only read. */
public final class Tools {
  private static final System.Logger LOG = System.getLogger(Tools.class.getName());

  private final Map<String, Tool> tools = new LinkedHashMap<>();
  private final Map<String, ToolDefinition> definitions = new LinkedHashMap<>();
  private final LimitedLog log = new LimitedLog(LOG, Ticker.SYSTEM);

  /** Creates all tools. */
  public Tools(ToolSources sources) {
    this(
        List.of(
            new GapsTool(),
            new ExplainTool(sources),
            new FitTool(sources),
            new WhatifTool(sources),
            new WhenTool(sources),
            new CheckTool(sources),
            new CapacityTool(),
            new QuotaTool(),
            new AdviseTool(sources)));
  }

  Tools(List<Tool> all) {
    for (Tool tool : all) {
      tools.put(tool.name(), tool);
      definitions.put(tool.name(), ToolDefinition.read(tool.name()));
    }
  }

  /** Returns the descriptions of the tools that agents read. */
  public List<ToolDefinition> definitions() {
    return new ArrayList<>(definitions.values());
  }

  /** Returns the names of the tools. */
  public Set<String> names() {
    return Collections.unmodifiableSet(tools.keySet());
  }

  /** Returns the namespace that a call is about, if it names one. */
  public static Optional<String> namespace(JsonObject arguments) {
    return Optional.ofNullable(arguments.get(ToolArguments.NAMESPACE))
        .filter(n -> n.isJsonPrimitive())
        .flatMap(n -> new ToolArguments(arguments).namespace());
  }

  /**
   * Calls a tool.
   *
   * @param name the name of one of the {@link #definitions()}
   * @param arguments the arguments, which may be anything
   * @param progress told how many objects have been read, from time to time
   */
  public ToolResult call(
      String name, JsonObject arguments, ClusterSource source, LongConsumer progress) {
    ToolDefinition definition = definitions.get(name);
    Tool tool = tools.get(name);
    if (definition == null || tool == null) {
      return failed("unknown tool \"" + name + "\"; expected " + String.join(", ", tools.keySet()));
    }
    try {
      ArgumentCheck.require(definition, arguments);
      ToolArguments checked = new ToolArguments(arguments);
      ToolAnswer answer = tool.answer(checked, source.view(checked.namespace(), progress));
      return new ToolResult.Answered(AnswerPage.of(answer, name, checked));
    } catch (InputException | NoSuchObjectException | UnreachableException | AccessException e) {
      return failed(String.valueOf(e.getMessage()));
    } catch (RuntimeException | StackOverflowError e) {
      log.defect("tool " + name + " failed", e);
      return new ToolResult.Failed(
          "internal error in tool " + definition.name() + ": this is a defect in Plimsoll");
    }
  }

  private static ToolResult failed(String sentence) {
    return new ToolResult.Failed("no answer: " + Quoted.of(sentence));
  }
}
