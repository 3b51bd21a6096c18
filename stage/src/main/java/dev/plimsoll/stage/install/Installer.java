package dev.plimsoll.stage.install;

import dev.plimsoll.stage.node.Shell;
import java.io.IOException;

/** A tool by which users install. */
public interface Installer {
  /** Returns its name, such as {@code kustomize}. */
  String name();

  /** Installs the definitions that all ways need. */
  Shell.Output installDefinitions() throws IOException, InterruptedException;

  /** Installs a way. */
  Shell.Output install(Way way) throws IOException, InterruptedException;

  /** Installs a way again, with a configuration that says the same in other words. */
  Shell.Output upgrade(Way way) throws IOException, InterruptedException;

  /** Removes a way. */
  Shell.Output remove(Way way) throws IOException, InterruptedException;
}
