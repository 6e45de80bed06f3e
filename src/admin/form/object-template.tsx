import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import { type ReactNode, useCallback, useSyncExternalStore } from "react";
import { Shelters } from "../shelters.tsx";
import { useForm } from "./form-context.ts";
import { FormTabs } from "./form-tabs.tsx";
import { useLastingContents } from "./use-lasting-contents.ts";

/** The form itself as tabs and rows; an object whose fields are edited one by one as a group with its name. */
export function ObjectFieldTemplate({ fieldPathId, title, properties }: ObjectFieldTemplateProps) {
  const path = fieldPathId.path.join(".");
  const contents = useLastingContents(path, properties);
  if (path === "") return <FormTabs contents={contents} />;
  return (
    <FieldGroup path={path} title={title}>
      <Shelters items={new Map([...contents.values()].map(({ key, element }) => [key, element]))} />
    </FieldGroup>
  );
}

interface FieldGroupProps {
  readonly path: string;
  readonly title: string;
  readonly children: ReactNode;
}

function FieldGroup({ path, title, children }: FieldGroupProps) {
  const { store } = useForm();
  const shown = useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.state(path).shown, [store, path]),
  );
  return (
    <fieldset className="form-field-group" hidden={!shown}>
      <legend>{title}</legend>
      <div className="form-field-row">{children}</div>
    </fieldset>
  );
}
