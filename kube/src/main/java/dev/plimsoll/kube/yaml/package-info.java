/**
 * YAML whose mistakes are told with the line: {@link dev.plimsoll.kube.yaml.YamlFile} reads files,
 * {@link dev.plimsoll.kube.yaml.Section} what stands in them.
 */
@NullMarked
package dev.plimsoll.kube.yaml;

import org.jspecify.annotations.NullMarked;
