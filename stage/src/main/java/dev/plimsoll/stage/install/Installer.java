package dev.plimsoll.stage.install;

import dev.plimsoll.stage.node.Shell;
import java.io.IOException;

/** A tool by which users install. */
public interface Installer {
  /** Returns its name, such as {@code kustomize}. */
  String name();

  /** Returns whether it can install a way. */
  default boolean has(Way way) {
    return true;
  }

  /** Installs what all ways share: the namespace and the definitions. */
  Shell.Output installShared() throws IOException, InterruptedException;

  /** Installs a way. */
  Shell.Output install(Way way) throws IOException, InterruptedException;

  /** Installs a way again, with a configuration that says the same in other words. */
  Shell.Output upgrade(Way way) throws IOException, InterruptedException;

  /** Removes a way, but the role admission, which {@code plimsoll uninstall} removes. */
  Shell.Output remove(Way way) throws IOException, InterruptedException;
}
